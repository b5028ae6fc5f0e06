package fairlead.server.type.simulated;

import fairlead.schema.TypeName;
import fairlead.simulation.SimulatedResources;
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
record SealedResourceStore(SimulatedResources kept, TypeName name, boolean seals, DocumentSeal sealing)
        implements SimulatedResources {

    private static final String MODEL = "model";
    private static final String PREVIOUS = "previous";

    @Override
    public Outcome make(String scope, SimulatedResource resource, List<String> names) {
        return told(kept.make(scope, closed(scope, resource), names), resource);
    }

    @Override
    public Outcome change(String scope, SimulatedResource resource, List<String> names) {
        return told(kept.change(scope, closed(scope, resource), names), resource);
    }

    private static Outcome told(Outcome outcome, SimulatedResource resource) {
        return outcome instanceof Outcome.Kept ? new Outcome.Kept(resource) : outcome;
    }

    @Override
    public void remove(String scope, String id, String token, Instant at) {
        kept.remove(scope, id, token, at);
    }

    @Override
    public Optional<SimulatedResource> find(String scope, String id) {
        return kept.find(scope, id).map(resource -> opened(scope, resource));
    }

    @Override
    public Optional<SimulatedResource> madeBy(String scope, String token) {
        return kept.madeBy(scope, token).map(resource -> opened(scope, resource));
    }

    @Override
    public Optional<String> named(String scope, String resource) {
        return kept.named(scope, resource);
    }

    @Override
    public boolean isAmongFirst(String scope, String id, int revision, int most) {
        return kept.isAmongFirst(scope, id, revision, most);
    }

    @Override
    public List<SimulatedResource> list(String scope, String after, int limit) {
        return kept.list(scope, after, limit).stream()
                .map(resource -> opened(scope, resource))
                .toList();
    }

    private SimulatedResource closed(String scope, SimulatedResource resource) {
        return seals
                ? with(
                        resource,
                        close(scope, resource, resource.model(), MODEL),
                        previous -> close(scope, resource, previous, PREVIOUS))
                : resource;
    }

    private SimulatedResource opened(String scope, SimulatedResource resource) {
        return with(
                resource,
                open(scope, resource, resource.model(), MODEL),
                previous -> open(scope, resource, previous, PREVIOUS));
    }

    private static SimulatedResource with(SimulatedResource resource, String model, UnaryOperator<String> previous) {
        return new SimulatedResource(
                resource.id(), resource.history(), model, resource.previous().map(previous), resource.removedBy());
    }

    private String close(String scope, SimulatedResource resource, String json, String part) {
        byte[] sealed = sealing.close(json.getBytes(StandardCharsets.UTF_8), owner(scope, resource), part);
        return Base64.getEncoder().encodeToString(sealed);
    }

    private String open(String scope, SimulatedResource resource, String text, String part) {
        return text.startsWith("{")
                ? text
                : new String(
                        sealing.open(Base64.getDecoder().decode(text), owner(scope, resource), part),
                        StandardCharsets.UTF_8);
    }

    private String owner(String scope, SimulatedResource resource) {
        return name + " " + scope + " " + resource.id();
    }
}
