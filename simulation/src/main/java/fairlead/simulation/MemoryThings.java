package fairlead.simulation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Resources that live as long as the process.
public final class MemoryThings implements Things {

    private final Map<String, Scope> scopes = new HashMap<>();

    private static final class Scope {
        private final NavigableMap<String, Thing> byId = new TreeMap<>();
        private final Map<String, String> names = new HashMap<>();
        private final Map<String, String> made = new HashMap<>();
    }

    private Scope scope(String name) {
        return scopes.computeIfAbsent(name, _ -> new Scope());
    }

    @Override
    public synchronized Outcome make(String scope, Thing thing, List<String> names) {
        Scope here = scope(scope);
        if (here.made.containsKey(thing.token())) {
            return new Outcome.MadeBefore();
        }
        @Nullable Thing known = here.byId.get(thing.id());
        if (known != null && known.removedBy().isEmpty()) {
            return new Outcome.IdentifierTaken();
        }
        if (names.stream().anyMatch(here.names::containsKey)) {
            return new Outcome.NameTaken();
        }
        if (known != null) {
            here.made.remove(known.token());
        }
        here.byId.put(thing.id(), thing);
        here.made.put(thing.token(), thing.id());
        names.forEach(name -> here.names.put(name, thing.id()));
        return new Outcome.Kept(thing);
    }

    @Override
    public synchronized Outcome change(String scope, Thing thing, List<String> names) {
        Scope here = scope(scope);
        @Nullable Thing known = here.byId.get(thing.id());
        if (known == null || known.removedBy().isPresent() || known.revision() != thing.revision() - 1) {
            return new Outcome.Stale();
        }
        if (names.stream()
                .anyMatch(name -> !here.names.getOrDefault(name, thing.id()).equals(thing.id()))) {
            return new Outcome.NameTaken();
        }
        here.names.values().removeIf(thing.id()::equals);
        names.forEach(name -> here.names.put(name, thing.id()));
        here.byId.put(thing.id(), thing);
        return new Outcome.Kept(thing);
    }

    @Override
    public synchronized void remove(String scope, String id, String token, Instant at) {
        Scope here = scope(scope);
        here.names.values().removeIf(id::equals);
        here.byId.computeIfPresent(id, (_, thing) -> thing.removedBy().isPresent() ? thing : thing.removed(token, at));
    }

    @Override
    public synchronized Optional<Thing> find(String scope, String id) {
        return Optional.ofNullable(scope(scope).byId.get(id));
    }

    @Override
    public synchronized Optional<Thing> madeBy(String scope, String token) {
        return Optional.ofNullable(scope(scope).made.get(token)).flatMap(id -> find(scope, id));
    }

    @Override
    public synchronized Optional<String> named(String scope, String name) {
        return Optional.ofNullable(scope(scope).names.get(name));
    }

    @Override
    public synchronized boolean isAmongFirst(String scope, String id, int revision, int most) {
        @Nullable Thing thing = scope(scope).byId.get(id);
        if (thing == null || thing.revision() != revision || thing.reads() >= most) {
            return false;
        }
        scope(scope).byId.put(id, thing.readOnceMore());
        return true;
    }

    @Override
    public synchronized List<Thing> list(String scope, String after, int limit) {
        List<Thing> found = new ArrayList<>();
        for (Thing thing : scope(scope).byId.tailMap(after, false).values()) {
            if (found.size() == limit) {
                break;
            }
            if (thing.removedBy().isEmpty()) {
                found.add(thing);
            }
        }
        return found;
    }
}
