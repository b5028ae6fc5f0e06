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

    private final Resource resource;
    private final TypeVersion type;
    private final Optional<ResourceTask.Work> work;
    private final Vault vault;
    private @Nullable Redaction gathered;

    private Discretion(Resource resource, TypeVersion type, Optional<ResourceTask.Work> work, Vault vault) {
        this.resource = resource;
        this.type = type;
        this.work = work;
        this.vault = vault;
    }

    /// About a resource as it is.
    static Discretion about(Resource resource, TypeVersion type, Vault vault) {
        return new Discretion(resource, type, Optional.empty(), vault);
    }

    /// About a resource that an operation works on.
    static Discretion about(ResourceTask.Work work, Vault vault) {
        return new Discretion(work.resource(), work.type(), Optional.of(work), vault);
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
        gather(resource.desired(), resource.properties(), resource.secrets(), values);
        work.flatMap(one -> before(one.operation()))
                .ifPresent(before -> gather(before.desired(), before.properties(), before.secrets(), values));
        work.flatMap(one -> one.memory().reached()).ifPresent(model -> gather(model, values));
        return Redaction.of(values);
    }

    private void gather(byte[] desired, byte[] properties, byte[] secrets, List<JsonNode> values) {
        gather(Documents.object(desired), values);
        gather(Documents.object(properties), values);
        values.add(Documents.object(vault.open(secrets, resource.uid().toString())));
    }

    private void gather(ObjectNode model, List<JsonNode> values) {
        values.addAll(type.registration().data().sensitiveIn(model));
        values.add(type.schema().onlyWriteOnly(model));
    }

    private static Optional<Before> before(Operation operation) {
        return operation.kind() != OperationKind.ACTION && operation.input().length > 0
                ? Optional.of(Before.decode(operation.input()))
                : Optional.empty();
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
