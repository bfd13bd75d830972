package dev.toolcheckpoint.cli.invoke;

import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Where a handler's process is killed. */
enum KillPoint {
    /** The request reached the sample tool, which has not called the ledger. */
    BEFORE_EFFECT("before-effect"),
    /** The ledger committed, and the sample tool has not returned. */
    AFTER_EFFECT("after-effect"),
    /** The handler returned, and nobody has its answer. */
    AFTER_COMPLETE("after-complete");

    private final String text;

    KillPoint(String text) {
        this.text = text;
    }

    /** As it is written in commands and pauses. */
    String text() {
        return text;
    }

    /** Reads it from the command line. */
    static final class Converter implements ITypeConverter<KillPoint> {
        @Override
        public KillPoint convert(String value) {
            return Arrays.stream(values())
                    .filter(point -> point.text.equals(value))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("expected one of "
                            + List.of("before-effect", "after-effect", "after-complete") + ", found '" + value + "'"));
        }
    }
}
