package dev.toolcheckpoint.tool;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerationException;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;

/**
 * The mapper of a runner that was given none: Jackson's own with the modules on the class path, except that times are ISO-8601
 * texts (a number of nanoseconds does not survive a reader of doubles) and that NaN and the infinities are refused: Jackson
 * would write the text {@code "NaN"} in the place of a number.
 */
final class ResultMapper {

    private ResultMapper() {}

    static ObjectMapper create() {
        JsonFactory factory = JsonFactory.builder()
                .addDecorator((any, generator) -> new FiniteNumbers(generator))
                .build();
        return JsonMapper.builder(factory)
                .findAndAddModules()
                .disable(
                        SerializationFeature.WRITE_DATES_AS_TIMESTAMPS,
                        SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                .build();
    }

    /** Refuses what JSON has no number for. */
    private static final class FiniteNumbers extends JsonGeneratorDelegate {

        FiniteNumbers(JsonGenerator delegate) {
            super(delegate, false);
        }

        @Override
        public void writeNumber(double value) throws IOException {
            requireFinite(value);
            super.writeNumber(value);
        }

        @Override
        public void writeNumber(float value) throws IOException {
            requireFinite(value);
            super.writeNumber(value);
        }

        @Override
        public void writeArray(double[] values, int offset, int length) throws IOException {
            for (int i = offset; i < offset + length; i++) {
                requireFinite(values[i]);
            }
            super.writeArray(values, offset, length);
        }

        private void requireFinite(double value) throws IOException {
            if (!Double.isFinite(value)) {
                throw new JsonGenerationException("JSON has no number for NaN or an infinity.", this);
            }
        }
    }
}
