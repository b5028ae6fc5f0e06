package fairlead.server.resource;

import fairlead.schema.data.Redaction;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.Step;
import fairlead.server.secret.Vault;
import fairlead.server.type.TypeVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Keeps what a handler says about a resource free of values that are for callers alone: those of sensitive classes,
/// and write-only ones. Its words come into messages of operations, events and logs, which others read.
///
/// The values are those that the handler was given, what was asked for and what was there before, and those that it
/// has reported until then. They are gathered when there is something to say.
final class Discretion implements Supplier<Redaction> {

    private final TypeVersion type;
    private final Vault vault;
    private final UUID owner;
    private final List<byte[]> visible = new ArrayList<>();
    private final List<byte[]> sealed = new ArrayList<>();
    private final Optional<ObjectNode> reported;
    private @Nullable Redaction gathered;

    private Discretion(Resource resource, TypeVersion type, Vault vault, Optional<ObjectNode> reported) {
        this.type = type;
        this.vault = vault;
        this.reported = reported;
        owner = resource.uid();
        add(resource.desired(), resource.properties(), resource.secrets());
    }

    private void add(byte[] desired, byte[] properties, byte[] secrets) {
        visible.add(desired);
        visible.add(properties);
        sealed.add(secrets);
    }

    /// About a resource as it is.
    static Discretion about(Resource resource, TypeVersion type, Vault vault) {
        return new Discretion(resource, type, vault, Optional.empty());
    }

    /// About a resource that an operation works on.
    static Discretion about(ResourceTask.Work work, Vault vault) {
        Discretion discretion = new Discretion(
                work.resource(), work.type(), vault, work.memory().reached());
        before(work.operation())
                .ifPresent(before -> discretion.add(before.desired(), before.properties(), before.secrets()));
        return discretion;
    }

    private static Optional<Before> before(Operation operation) {
        return operation.kind() != OperationKind.ACTION && operation.input().length > 0
                ? Optional.of(Before.decode(operation.input()))
                : Optional.empty();
    }

    /// What is taken out of every text.
    @Override
    public synchronized Redaction get() {
        Redaction known = gathered;
        if (known == null) {
            known = holdsBack() ? gather() : Redaction.NONE;
            gathered = known;
        }
        return known;
    }

    private boolean holdsBack() {
        return type.registration().data().isSensitive()
                || !type.schema().writeOnly().isEmpty();
    }

    private Redaction gather() {
        List<JsonNode> values = new ArrayList<>();
        for (byte[] document : visible) {
            values.addAll(type.registration().data().sensitiveIn(Documents.object(document)));
        }
        for (byte[] document : sealed) {
            values.add(Documents.object(vault.open(document, owner.toString())));
        }
        reported.ifPresent(model -> {
            values.addAll(type.registration().data().sensitiveIn(model));
            values.add(type.schema().onlyWriteOnly(model));
        });
        return Redaction.of(values);
    }

    /// A step whose message is kept.
    Step told(Step step) {
        return switch (step) {
            case Step.Succeed _, Step.Answer _ -> step;
            case Step.Fail(var failure, var change) -> new Step.Fail(told(failure), change);
            case Step.Retry(var failure, var progress, var ifGivenUp) ->
                new Step.Retry(told(failure), progress, ifGivenUp);
            case Step.Again again when again.message().isEmpty() -> again;
            case Step.Again(var after, var progress, var percent, var message, var change, var identifier) ->
                new Step.Again(after, progress, percent, get().apply(message), change, identifier);
        };
    }

    Failure told(Failure failure) {
        List<Failure.Part> parts = failure.details().stream()
                .map(part -> new Failure.Part(part.code(), get().apply(part.message()), part.target()))
                .toList();
        return new Failure(failure.code(), get().apply(failure.message()), parts);
    }
}
