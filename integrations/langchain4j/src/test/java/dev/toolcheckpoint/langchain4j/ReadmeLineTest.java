package dev.toolcheckpoint.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's line for LangChain4j compiles as it is written. */
class ReadmeLineTest {

    private static final Pattern BLOCK = Pattern.compile("(?s)```java title=\"langchain4j\"\n(.*?)```");

    @TempDir
    private Path folder;

    @Test
    void line_asWritten_compiles() throws IOException {
        Matcher block = BLOCK.matcher(Files.readString(Path.of("..", "..", "README.md")));
        assertThat(block.find()).isTrue();
        Path source = Files.writeString(folder.resolve("Sample.java"), """
                package dev.toolcheckpoint.langchain4j;
                import dev.langchain4j.model.chat.ChatModel;
                import dev.langchain4j.service.AiServices;
                import dev.toolcheckpoint.tool.ToolRunner;
                class Sample {
                    void sample(ChatModel model, ToolRunner runner) {
                        %s
                    }
                }
                """.formatted(block.group(1)));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter problems = new StringWriter();
        boolean compiled = compiler.getTask(
                        problems,
                        null,
                        null,
                        List.of("-proc:none", "-d", folder.toString(), "-cp", System.getProperty("java.class.path")),
                        null,
                        compiler.getStandardFileManager(null, null, null).getJavaFileObjects(source))
                .call();
        assertThat(compiled).as(problems.toString()).isTrue();
    }
}
