package dev.toolcheckpoint.runs.kills;

import dev.toolcheckpoint.dynamo.DynamoTable;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.kms.KmsClient;

/** SIGKILL at twelve points of a run with three tools, on DynamoDB, encrypted. */
@LocalAws
class DynamoKillsTest {

    private final AwsEndpoint aws;

    @TempDir
    private Path folder;

    DynamoKillsTest(AwsEndpoint aws) {
        this.aws = aws;
    }

    /** The stores are opened by name, as a program does, so they find their Region and credentials where the SDK looks. */
    @BeforeEach
    void useTheEndpoint() {
        Map<String, String> environment = aws.environment();
        System.setProperty("endpoint", aws.uri().toString());
        System.setProperty("aws.region", aws.region().id());
        System.setProperty("aws.accessKeyId", String.valueOf(environment.get("AWS_ACCESS_KEY_ID")));
        System.setProperty("aws.secretAccessKey", String.valueOf(environment.get("AWS_SECRET_ACCESS_KEY")));
    }

    @AfterEach
    void forgetTheEndpoint() {
        List.of("endpoint", "aws.region", "aws.accessKeyId", "aws.secretAccessKey")
                .forEach(System::clearProperty);
    }

    static List<String> points() {
        return KilledWorkers.POINTS;
    }

    @ParameterizedTest
    @MethodSource("points")
    void theRunCompletesWithEachEffectOnce(String point) throws IOException, InterruptedException {
        String table = aws.uniqueName("killed");
        try (DynamoDbClient client = aws.dynamoDb().build();
                KmsClient kms = aws.kms().build()) {
            DynamoTable.of(client, table).create();
            String key = kms.createKey().keyMetadata().arn();
            new KilledWorkers("dynamo:" + table, key, aws.environment()).killAt(point, folder);
        }
    }
}
