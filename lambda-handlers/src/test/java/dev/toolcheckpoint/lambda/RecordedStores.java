package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.protocol.StoreException;
import dev.toolcheckpoint.store.CheckpointStore;
import dev.toolcheckpoint.store.CheckpointStoreProvider;
import dev.toolcheckpoint.store.InMemoryCheckpointStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** {@code recorded:NAME}: a store in memory whose calls are written down, and can be made to fail. */
public final class RecordedStores implements CheckpointStoreProvider {

    private static final Map<String, List<String>> CALLS = new ConcurrentHashMap<>();
    private static final Set<String> BROKEN = ConcurrentHashMap.newKeySet();

    /** What was called of the store of this name. */
    static List<String> calls(String name) {
        return CALLS.computeIfAbsent(name, any -> new CopyOnWriteArrayList<>());
    }

    /** This method of the store of this name fails from now on. */
    static void breaks(String name, String method) {
        BROKEN.add(name + "/" + method);
    }

    @Override
    public String scheme() {
        return "recorded";
    }

    @Override
    public CheckpointStore open(String location, Map<String, String> options) {
        InMemoryCheckpointStore memory = new InMemoryCheckpointStore();
        List<String> calls = calls(location);
        return (CheckpointStore) Proxy.newProxyInstance(
                CheckpointStore.class.getClassLoader(),
                new Class<?>[] {CheckpointStore.class},
                (proxy, method, arguments) -> {
                    calls.add(method.getName());
                    if (BROKEN.contains(location + "/" + method.getName())) {
                        throw StoreException.unavailable("out of reach", null);
                    }
                    try {
                        return method.invoke(memory, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getTargetException();
                    }
                });
    }
}
