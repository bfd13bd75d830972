package dev.toolcheckpoint.langchain4j;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The integration needs the core and its framework, and brings nothing else. */
@AnalyzeClasses(packages = "dev.toolcheckpoint.langchain4j", importOptions = ImportOption.DoNotIncludeTests.class)
class LangChain4jArchitectureTest {

    @ArchTest
    static final ArchRule CORE_AND_FRAMEWORK_ONLY = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.toolcheckpoint.langchain4j..",
                    "dev.toolcheckpoint.answer..",
                    "dev.toolcheckpoint.json..",
                    "dev.toolcheckpoint.protocol..",
                    "dev.toolcheckpoint.tool..",
                    "dev.langchain4j..",
                    "com.fasterxml.jackson.databind..",
                    "org.slf4j..",
                    "org.jspecify.annotations..",
                    "java..");
}
