package dev.toolcheckpoint.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolcheckpoint.cases.JournalWrites;
import dev.toolcheckpoint.cases.JournalWrites.Write;
import dev.toolcheckpoint.fixture.Workers;
import dev.toolcheckpoint.store.AttentionQuery;
import dev.toolcheckpoint.store.ListQuery;
import dev.toolcheckpoint.testing.aws.AwsEndpoint;
import dev.toolcheckpoint.testing.aws.Fault;
import dev.toolcheckpoint.testing.aws.LocalAws;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/**
 * R41: a stand-in says yes, and AWS says no, or the other way round. Some stand-ins return no old item with a refusal; AWS refuses
 * reserved words that stand-ins let pass.
 */
@LocalAws
class R41StandInTest {

    private static final Pattern NAME = Pattern.compile("(?<![#:\\w])[A-Za-z_]\\w*");
    private static final Set<String> OF_THE_LANGUAGE = Set.of(
            "AND",
            "OR",
            "NOT",
            "IN",
            "BETWEEN",
            "SET",
            "REMOVE",
            "attribute_exists",
            "attribute_not_exists",
            "begins_with");

    private final List<String> expressions = Collections.synchronizedList(new ArrayList<>());
    private final TestTable table;

    R41StandInTest(AwsEndpoint aws) {
        table = new TestTable(aws, new WithoutOldItems(), new Expressions());
    }

    @AfterEach
    void close() {
        table.close();
    }

    static List<Write> everyWrite() {
        return JournalWrites.all();
    }

    @ParameterizedTest
    @MethodSource("everyWrite")
    void r41_refusalWithoutTheOldItem_isReadAndRecognised(Write write) {
        Workers workers = new DynamoWorkers(table, Sealing.ENCRYPTED, Workers.RECEIPT).get();
        write.given().accept(workers);
        Supplier<Object> operation = write.scenario().in(workers);
        // A first send that is refused for another reason (a begin tries to create) has its answer, too.
        table.http.faults().onWrites().next(Fault.DROP_RESPONSE);

        assertThat(operation.get()).isEqualTo(write.answer());

        assertThat(workers.record().status()).isEqualTo(write.after());
    }

    @Test
    void r41_everyAttributeName_isAliased() {
        for (Write write : everyWrite()) {
            table.empty();
            Workers workers = new DynamoWorkers(table, Sealing.CLEAR, DynamoCalls.receipt(20_000)).get();
            write.given().accept(workers);
            assertThat(write.scenario().in(workers).get()).isEqualTo(write.answer());
            workers.store.attention(AttentionQuery.dueBefore(workers.now()));
            workers.store.list(ListQuery.all());
        }

        assertThat(expressions)
                .isNotEmpty()
                .allSatisfy(expression ->
                        assertThat(names(expression)).as(expression).isSubsetOf(OF_THE_LANGUAGE));
    }

    private static List<String> names(String expression) {
        return NAME.matcher(expression).results().map(MatchResult::group).toList();
    }

    /** As a stand-in that knows no ReturnValuesOnConditionCheckFailure. */
    private static final class WithoutOldItems implements ExecutionInterceptor {
        @Override
        public Throwable modifyException(Context.FailedExecution context, ExecutionAttributes attributes) {
            return context.exception() instanceof ConditionalCheckFailedException refused
                    ? refused.toBuilder().item(null).build()
                    : context.exception();
        }
    }

    /** Whatever a request names an expression. */
    private final class Expressions implements ExecutionInterceptor {
        @Override
        public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
            Stream.of(
                            "ConditionExpression",
                            "KeyConditionExpression",
                            "FilterExpression",
                            "UpdateExpression",
                            "ProjectionExpression")
                    .flatMap(name -> context.request().getValueForField(name, String.class).stream())
                    .forEach(expressions::add);
        }
    }
}
