@echo off
rem checkpoint: builds what is missing on first use and after a change of the sources, then starts the program at once.
rem Needs a JDK 17 or later and nothing else; without PowerShell it builds on first use only.
setlocal
set "home=%~dp0"
set "run=%home%checkpoint-cli\target\run"
set "jar=%run%\checkpoint.jar"
set "built=%home%checkpoint-cli\target\checkpoint.jar"

rem --- Java

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

rem --- The build

call :fresh "%jar%" && goto start
if not exist "%run%" mkdir "%run%"
call :fresh "%built%" && goto publish
echo checkpoint: building, once after each change (a minute or two) ... 1>&2
rem What changes while the build runs is newer than this.
type nul >"%run%\started"
pushd "%home%"
call mvnw.cmd -q -B -Dmaven.test.skip=true -Dspotless.check.skip=true -pl checkpoint-cli -am package >"%run%\build.log" 2>&1
set "failed=%errorlevel%"
popd
if not "%failed%"=="0" (
  type "%run%\build.log" 1>&2
  echo checkpoint: the build failed; %run%\build.log has all of it. 1>&2
  exit /b 1
)
powershell -NoProfile -NonInteractive -Command "(Get-Item -LiteralPath $env:built).LastWriteTimeUtc = (Get-Item -LiteralPath (Join-Path $env:run 'started')).LastWriteTimeUtc" >nul 2>nul

:publish
rem A copy, so that a build never meets a jar that a running program holds. One that is in use is replaced the next time.
copy /y "%built%" "%jar%.new" >nul && move /y "%jar%.new" "%jar%" >nul 2>nul
if not exist "%jar%" (
  echo checkpoint: "%jar%" can't be written. 1>&2
  exit /b 1
)

:start
"%java%" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto %CHECKPOINT_JAVA_OPTS% -jar "%jar%" %*
exit /b %errorlevel%

rem Whether a jar is there and nothing it was made from is newer: the rule of the script for other systems. A copy keeps its time.
:fresh
if not exist "%~1" exit /b 1
if not exist "%home%pom.xml" exit /b 0
set "subject=%~1"
powershell -NoProfile -NonInteractive -Command "$t = (Get-Item -LiteralPath $env:subject).LastWriteTimeUtc; $s = @('pom.xml') + @('checkpoint-core','checkpoint-sqlite','checkpoint-dynamo','agent-runs','lambda-handlers','order-desk','checkpoint-cli' | ForEach-Object { $_ + '\pom.xml'; $_ + '\src\main' }); $p = $s | ForEach-Object { Join-Path $env:home $_ } | Where-Object { Test-Path -LiteralPath $_ }; if (Get-ChildItem -LiteralPath $p -Recurse -Force | Where-Object { $_.LastWriteTimeUtc -gt $t } | Select-Object -First 1) { exit 1 } else { exit 0 }" >nul 2>nul
rem 9009: there is no PowerShell, so nobody can tell.
if "%errorlevel%"=="9009" exit /b 0
exit /b %errorlevel%
