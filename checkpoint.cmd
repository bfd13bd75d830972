@echo off
rem checkpoint: builds the program when it is missing, then starts it. Needs a JDK 17 or later and nothing else.
rem After a change of the sources, build again with: mvnw -pl checkpoint-cli -am package
setlocal
set "home=%~dp0"
set "jar=%home%checkpoint-cli\target\checkpoint.jar"

if defined JAVA_HOME (
  set "java=%JAVA_HOME%\bin\java.exe"
) else (
  for %%i in (java.exe) do set "java=%%~$PATH:i"
)
if not defined java (
  echo checkpoint: there is no java. Install a JDK 17 or later, or set JAVA_HOME to one. 1>&2
  exit /b 1
)
if not exist "%java%" (
  echo checkpoint: "%java%" does not exist. Set JAVA_HOME to a JDK 17 or later. 1>&2
  exit /b 1
)

if exist "%jar%" goto start
echo checkpoint: building, once (a minute or two) ... 1>&2
pushd "%home%"
call mvnw.cmd -q -B -Dmaven.test.skip=true -Dspotless.check.skip=true -pl checkpoint-cli -am package 1>&2
set "built=%errorlevel%"
popd
if not "%built%"=="0" (
  echo checkpoint: the build failed. 1>&2
  exit /b 1
)

:start
"%java%" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto %CHECKPOINT_JAVA_OPTS% -jar "%jar%" %*
exit /b %errorlevel%
