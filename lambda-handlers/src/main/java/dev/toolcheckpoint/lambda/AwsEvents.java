package dev.toolcheckpoint.lambda;

import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.amazonaws.services.lambda.runtime.serialization.factories.JacksonFactory;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * The event classes of AWS, read and written as Lambda's runtime does: a plain mapper yields empty objects without a word. The
 * managed runtimes bring {@code aws-lambda-java-serialization} along; without it this class can't be linked. Stateless.
 */
final class AwsEvents {

    private AwsEvents() {}

    /** Reads such events. */
    static <T> Function<byte[], T> reader(Class<T> type) {
        PojoSerializer<T> serializer = serializer(type);
        return event -> serializer.fromJson(new String(event, StandardCharsets.UTF_8));
    }

    /** Such an answer as JSON. */
    static byte[] write(Object answer) {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        serializerOf(answer).toJson(answer, json);
        return json.toByteArray();
    }

    @SuppressWarnings("unchecked") // an object's own class reads and writes it
    private static PojoSerializer<Object> serializerOf(Object answer) {
        return serializer((Class<Object>) answer.getClass());
    }

    private static <T> PojoSerializer<T> serializer(Class<T> type) {
        return LambdaEventSerializers.isLambdaSupportedEvent(type.getName())
                ? LambdaEventSerializers.serializerFor(type, type.getClassLoader())
                : JacksonFactory.getInstance().getSerializer(type);
    }
}
