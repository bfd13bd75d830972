package dev.toolcheckpoint.bench.dynamo;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

/**
 * What is started in fresh JVMs. Says that its call is done, then the process's CPU time in milliseconds and how many classes are
 * loaded. Nothing but the chosen program is loaded before.
 */
final class ColdProgram {

    static final String DONE = "done";

    private ColdProgram() {}

    /** Arguments: which program, table, KMS key, call id. */
    public static void main(String[] arguments) {
        String table = arguments[1];
        String key = arguments[2];
        String callId = arguments[3];
        switch (arguments[0]) {
            case "ours" -> ColdCheckpoint.run(table, key, callId);
            case "bare" -> ColdBare.run(table, key, callId);
            case "plain" -> ColdPlain.run(table, callId);
            default -> throw new IllegalArgumentException("There is no program " + arguments[0] + ".");
        }
        System.out.println(DONE);
        System.out.flush();
        long classes = ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount();
        double cpu = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e6;
        System.out.println(cpu + " " + classes);
    }

    static byte[] result() {
        return "{\"refunded\":true,\"reference\":\"re_1001\"}".getBytes(StandardCharsets.UTF_8);
    }
}
