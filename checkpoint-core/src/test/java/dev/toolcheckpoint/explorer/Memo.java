package dev.toolcheckpoint.explorer;

/** Worlds that were explored, by fingerprint, with the number of schedules from them on. */
final class Memo {

    private static final double ABSENT = -1;

    private long[] keys = new long[1 << 16];
    private double[] values = new double[1 << 16];
    private int size;

    int size() {
        return size;
    }

    /** The number, or a negative one. */
    double get(long key) {
        int slot = slot(key);
        return keys[slot] == 0 ? ABSENT : values[slot];
    }

    void put(long key, double value) {
        if (size * 2 > keys.length) {
            grow();
        }
        int slot = slot(key);
        if (keys[slot] == 0) {
            size++;
        }
        keys[slot] = key;
        values[slot] = value;
    }

    private int slot(long key) {
        int slot = (int) key & (keys.length - 1);
        while (keys[slot] != 0 && keys[slot] != key) {
            slot = (slot + 1) & (keys.length - 1);
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        double[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new double[oldKeys.length * 2];
        for (int index = 0; index < oldKeys.length; index++) {
            if (oldKeys[index] != 0) {
                int slot = slot(oldKeys[index]);
                keys[slot] = oldKeys[index];
                values[slot] = oldValues[index];
            }
        }
    }
}
