package dev.toolcheckpoint.lambda.crac;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** As {@code org.crac} expects it: notifies, and copies nothing. */
public final class Core {

    private static final Registered GLOBAL = new Registered();

    private Core() {}

    public static Context<Resource> getGlobalContext() {
        return GLOBAL;
    }

    public static void checkpointRestore() throws CheckpointException, RestoreException {
        GLOBAL.beforeCheckpoint(GLOBAL);
        GLOBAL.afterRestore(GLOBAL);
    }

    /** Forgets the resources of earlier tests. */
    public static void reset() {
        GLOBAL.clear();
    }

    private static final class Registered extends Context<Resource> {
        private final List<WeakReference<Resource>> resources = new ArrayList<>();

        @Override
        public synchronized void register(Resource resource) {
            resources.add(new WeakReference<>(resource));
        }

        private synchronized void clear() {
            resources.clear();
        }

        private synchronized List<Resource> alive() {
            return resources.stream()
                    .map(WeakReference::get)
                    .filter(Objects::nonNull)
                    .toList();
        }

        @Override
        public void beforeCheckpoint(Context<? extends Resource> context) throws CheckpointException {
            CheckpointException failures = new CheckpointException();
            for (Resource resource : alive()) {
                try {
                    resource.beforeCheckpoint(this);
                } catch (Exception failure) {
                    failures.addSuppressed(failure);
                }
            }
            if (failures.getSuppressed().length > 0) {
                throw failures;
            }
        }

        @Override
        public void afterRestore(Context<? extends Resource> context) throws RestoreException {
            RestoreException failures = new RestoreException();
            for (Resource resource : alive()) {
                try {
                    resource.afterRestore(this);
                } catch (Exception failure) {
                    failures.addSuppressed(failure);
                }
            }
            if (failures.getSuppressed().length > 0) {
                throw failures;
            }
        }
    }
}
