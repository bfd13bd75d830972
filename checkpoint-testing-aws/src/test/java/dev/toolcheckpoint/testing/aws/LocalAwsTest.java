package dev.toolcheckpoint.testing.aws;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

@LocalAws
class LocalAwsTest {

    @Test
    void dynamoDb_answers(AwsEndpoint aws) {
        String table = aws.uniqueName("local-aws");
        try (DynamoDbClient client = aws.dynamoDb().build()) {
            Tables.create(client, table);
            assertThat(client.describeTable(request -> request.tableName(table))
                            .table()
                            .tableName())
                    .isEqualTo(table);
        }
    }

    @Test
    void kms_answers(AwsEndpoint aws) {
        try (KmsClient client = aws.kms().build()) {
            assertThat(client.createKey().keyMetadata().arn()).startsWith("arn:aws:kms:");
        }
    }

    @Test
    void s3_answers(AwsEndpoint aws) {
        String bucket = aws.uniqueName("local-aws");
        try (S3Client client = aws.s3().build()) {
            client.createBucket(request -> request.bucket(bucket));
            client.putObject(request -> request.bucket(bucket).key("a/b"), RequestBody.fromString("body"));
            ResponseBytes<GetObjectResponse> object =
                    client.getObjectAsBytes(request -> request.bucket(bucket).key("a/b"));
            assertThat(object.asUtf8String()).isEqualTo("body");
        }
    }

    @Test
    void uniqueName_twice_differs(AwsEndpoint aws) {
        assertThat(aws.uniqueName("calls"))
                .isNotEqualTo(aws.uniqueName("calls"))
                .matches("calls-[0-9a-f]{16}");
    }

    @Test
    void endpoint_everyClassOfThisJvm_isTheSame(AwsEndpoint aws) {
        assertThat(StandIns.ofThisJvm().endpoint()).isSameAs(aws);
    }

    @Test
    @DisabledIfEnvironmentVariable(named = "AWS_ENDPOINT_URL", matches = ".+")
    void pythonEmulator_jvmKilled_endsToo() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process jvm = new ProcessBuilder(
                        List.of(java, "-cp", System.getProperty("java.class.path"), HoldsAnEmulator.class.getName()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        URI endpoint;
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(jvm.getInputStream(), StandardCharsets.UTF_8))) {
            endpoint = URI.create(out.readLine());
            assertThat(answers(endpoint)).isTrue();
            jvm.destroyForcibly().waitFor();
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (answers(endpoint)) {
            assertThat(System.nanoTime()).as("the emulator outlived its JVM").isLessThan(deadline);
        }
    }

    private static boolean answers(URI endpoint) {
        try {
            HttpURLConnection connection = (HttpURLConnection)
                    endpoint.resolve("/_ministack/ready").toURL().openConnection();
            connection.setReadTimeout(1_000);
            return connection.getResponseCode() == 200;
        } catch (IOException refused) {
            return false;
        }
    }

    /** A JVM with an emulator of its own, waiting to be killed. */
    static final class HoldsAnEmulator {

        private HoldsAnEmulator() {}

        public static void main(String[] args) throws Exception {
            System.out.println(
                    new PythonEmulator(Environment.ofThisProcess()).start().uri());
            System.in.read();
        }
    }
}
