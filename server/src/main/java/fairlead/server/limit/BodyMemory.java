package fairlead.server.limit;

import java.util.HashMap;
import java.util.Map;

/// How much memory the bodies of requests may take at the same time: their bytes, and the values that are made of them.
///
/// A number of requests says little: eight of them can hold more than the heap. One caller gets half of it, so that
/// there is room for others. Who has nothing else in it is always let in: what a single body may be is limited
/// elsewhere.
/// Called by many threads at once.
public final class BodyMemory {

    /// About what a JSON value takes that was parsed: an empty object.
    public static final long OF_A_VALUE = 128;

    private final long most;
    private final Map<Object, Long> byCaller = new HashMap<>();
    private long held;

    /// @param most bytes for all callers together
    public BodyMemory(long most) {
        this.most = most;
    }

    /// What a request of that caller takes; nothing yet.
    ///
    /// @param caller what tells it from others
    public Part open(Object caller) {
        return new Part(caller);
    }

    /// The part of one request, which is given back with its end. Used by the request's thread alone.
    public final class Part implements AutoCloseable {

        private final Object caller;
        private long taken;

        private Part(Object caller) {
            this.caller = caller;
        }

        /// Takes more; false if there is too little left, and nothing was taken.
        public boolean take(long bytes) {
            synchronized (BodyMemory.this) {
                long ofCaller = byCaller.getOrDefault(caller, 0L);
                boolean beyondShare = ofCaller + bytes > most / 2 && ofCaller > taken;
                boolean beyondAll = held + bytes > most && held > taken;
                if (beyondShare || beyondAll) {
                    return false;
                }
                taken += bytes;
                held += bytes;
                byCaller.put(caller, ofCaller + bytes);
                return true;
            }
        }

        @Override
        public void close() {
            if (taken == 0) {
                // Most requests take nothing, and need not wait for each other.
                return;
            }
            synchronized (BodyMemory.this) {
                held -= taken;
                byCaller.compute(caller, (_, all) -> all == null || all <= taken ? null : all - taken);
                taken = 0;
            }
        }
    }

    synchronized long held() {
        return held;
    }
}
