package fairlead.server.type.simulated;

import fairlead.schema.TypeName;
import fairlead.simulation.Things;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Resources whose properties are kept by others sealed, if the type has such data: what is simulated stands in the
/// same database as the records about it.
///
/// @param name of the type
/// @param seals whether what is written is sealed; what was written sealed is opened anyway
record SealedResourceStore(Things kept, TypeName name, boolean seals, DocumentSeal sealing) implements Things {

    private static final String MODEL = "model";
    private static final String PREVIOUS = "previous";

    @Override
    public Outcome make(String scope, Thing thing, List<String> names) {
        return told(kept.make(scope, closed(scope, thing), names), thing);
    }

    @Override
    public Outcome change(String scope, Thing thing, List<String> names) {
        return told(kept.change(scope, closed(scope, thing), names), thing);
    }

    private static Outcome told(Outcome outcome, Thing thing) {
        return outcome instanceof Outcome.Kept ? new Outcome.Kept(thing) : outcome;
    }

    @Override
    public void remove(String scope, String id, String token, Instant at) {
        kept.remove(scope, id, token, at);
    }

    @Override
    public Optional<Thing> find(String scope, String id) {
        return kept.find(scope, id).map(thing -> opened(scope, thing));
    }

    @Override
    public Optional<Thing> madeBy(String scope, String token) {
        return kept.madeBy(scope, token).map(thing -> opened(scope, thing));
    }

    @Override
    public Optional<String> named(String scope, String thing) {
        return kept.named(scope, thing);
    }

    @Override
    public boolean isAmongFirst(String scope, String id, int revision, int most) {
        return kept.isAmongFirst(scope, id, revision, most);
    }

    @Override
    public List<Thing> list(String scope, String after, int limit) {
        return kept.list(scope, after, limit).stream()
                .map(thing -> opened(scope, thing))
                .toList();
    }

    private Thing closed(String scope, Thing thing) {
        return seals
                ? with(
                        thing,
                        close(scope, thing, thing.model(), MODEL),
                        previous -> close(scope, thing, previous, PREVIOUS))
                : thing;
    }

    private Thing opened(String scope, Thing thing) {
        return with(
                thing, open(scope, thing, thing.model(), MODEL), previous -> open(scope, thing, previous, PREVIOUS));
    }

    private static Thing with(Thing thing, String model, UnaryOperator<String> previous) {
        return new Thing(thing.id(), thing.history(), model, thing.previous().map(previous), thing.removedBy());
    }

    private String close(String scope, Thing thing, String json, String part) {
        byte[] sealed = sealing.close(json.getBytes(StandardCharsets.UTF_8), owner(scope, thing), part);
        return Base64.getEncoder().encodeToString(sealed);
    }

    private String open(String scope, Thing thing, String text, String part) {
        return text.startsWith("{")
                ? text
                : new String(
                        sealing.open(Base64.getDecoder().decode(text), owner(scope, thing), part),
                        StandardCharsets.UTF_8);
    }

    private String owner(String scope, Thing thing) {
        return name + " " + scope + " " + thing.id();
    }
}
