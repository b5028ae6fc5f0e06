package fairlead.modelled;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// What was made lately, by the token of its operation.
///
/// The engine repeats a call with the memo of the one before, so this is not needed to keep a create from being done
/// twice. It tells those apart who begin an operation anew with a token of old, and lets two who come at once with one
/// token make one resource.
final class RecentCreates {

    private static final int MOST = 1000;

    /// What is known of an operation.
    private static final class Operation {

        private final ReentrantLock lock = new ReentrantLock();
        private volatile @Nullable ObjectNode identifier;
        private volatile boolean refused;
        private volatile boolean shown;
    }

    private final Map<String, Operation> byToken = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Operation> eldest) {
            return size() > MOST;
        }
    };

    /// The identifier of what was made with the token.
    Optional<ObjectNode> find(String token) {
        return Optional.ofNullable(operation(token).identifier).map(ObjectNode::deepCopy);
    }

    /// Notes that nothing was made with the token, for certain: it may be tried again.
    void refused(String token) {
        operation(token).refused = true;
    }

    /// Whether what was tried last is certain not to have been done.
    boolean wasRefused(String token) {
        return operation(token).refused;
    }

    /// Notes that the service has shown what was made as it was asked for.
    void shown(String token) {
        operation(token).shown = true;
    }

    /// Whether what was made was there as it was asked for once.
    boolean wasShown(String token) {
        return operation(token).shown;
    }

    /// Makes it, unless that was done; one at a time.
    ///
    /// @param making gives the identifier; empty if nothing was made
    Optional<ObjectNode> once(String token, Supplier<Optional<ObjectNode>> making) {
        Operation operation = operation(token);
        operation.lock.lock();
        try {
            ObjectNode known = operation.identifier;
            if (known != null) {
                return Optional.of(known.deepCopy());
            }
            operation.refused = false;
            Optional<ObjectNode> made = making.get();
            made.ifPresent(identifier -> operation.identifier = identifier.deepCopy());
            return made;
        } finally {
            operation.lock.unlock();
        }
    }

    private Operation operation(String token) {
        synchronized (byToken) {
            return byToken.computeIfAbsent(token, _ -> new Operation());
        }
    }
}
