package fairlead.server.resource.call;

import fairlead.handler.Progress;
import fairlead.schema.data.HandlerOutput;
import fairlead.schema.data.Redaction;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.Step;
import fairlead.server.resource.change.PriorState;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Resource;
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
/// reports meanwhile. They are gathered when there is something to say. Of what only the handler knows, nothing that
/// it says is passed on before it has reported it.
public final class HandlerRedaction implements Supplier<Redaction> {

    private static final ScopedValue<HandlerRedaction> PRESENT = ScopedValue.newInstance();

    private final TypeVersion type;
    private final boolean complete;
    private final Supplier<List<JsonNode>> known;
    private final List<ObjectNode> heard = new ArrayList<>();
    private @Nullable Redaction gathered;

    /// @param complete whether all that the handler could tell is known
    private HandlerRedaction(TypeVersion type, boolean complete, Supplier<List<JsonNode>> known) {
        this.type = type;
        this.complete = complete;
        this.known = known;
    }

    /// About a resource as it is.
    public static HandlerRedaction about(Resource resource, TypeVersion type, Vault vault) {
        return new HandlerRedaction(type, true, () -> values(resource, type, vault));
    }

    /// About a resource that an operation works on.
    public static HandlerRedaction about(StepContext work, Vault vault) {
        return new HandlerRedaction(work.type(), true, () -> values(work, vault));
    }

    /// About what is to be put.
    public static HandlerRedaction about(Put put) {
        return new HandlerRedaction(put.type(), true, () -> values(put.type(), put.properties()));
    }

    /// About a physical resource that its handler alone knows.
    public static HandlerRedaction aboutUnknown(TypeVersion type) {
        return new HandlerRedaction(type, false, List::of);
    }

    /// About physical resources that their handler alone knows.
    ///
    /// @param asked what it is asked by: an identifier, or what a list is filtered with
    public static HandlerRedaction aboutUnknown(TypeVersion type, ObjectNode asked) {
        return new HandlerRedaction(type, false, () -> values(type, asked));
    }

    /// Does work in which nothing that handlers say is logged but with discretion, and hears what they report.
    public <T> T during(Supplier<T> work) {
        return ScopedValue.where(PRESENT, this).call(() -> HandlerOutput.without(this, work));
    }

    /// As [#during], unless a caller of this method redacts already: it knows more values of the resource.
    <T> T unlessKept(Supplier<T> work) {
        return PRESENT.isBound() ? work.get() : during(work);
    }

    /// What a handler has reported in answer to a call.
    static void hear(HandlerAnswer answer) {
        if (PRESENT.isBound() && answer instanceof HandlerAnswer.Progressed(var progress, var _)) {
            switch (progress) {
                case Progress.Done(var model) -> PRESENT.get().hear(model);
                case Progress.Again again -> PRESENT.get().hear(again.properties());
                case Progress.Gone _, Progress.Failed _ -> {}
            }
        }
    }

    private synchronized void hear(ObjectNode model) {
        if (holdsBack()) {
            heard.add(model);
            gathered = null;
        }
    }

    /// What is taken out of every text.
    @Override
    public synchronized Redaction get() {
        Redaction present = gathered;
        if (present == null) {
            present = holdsBack() ? gather() : Redaction.NONE;
            gathered = present;
        }
        return present;
    }

    private boolean holdsBack() {
        return type.registration().data().isSensitive()
                || !type.schema().writeOnly().isEmpty();
    }

    private Redaction gather() {
        if (!complete && heard.isEmpty() && type.registration().data().isSensitive()) {
            return Redaction.ALL;
        }
        List<JsonNode> values = new ArrayList<>(known.get());
        heard.forEach(model -> values.addAll(values(type, model)));
        return Redaction.of(values);
    }

    private static List<JsonNode> values(StepContext work, Vault vault) {
        TypeVersion type = work.type();
        List<JsonNode> values = values(work.resource(), type, vault);
        before(work.operation()).ifPresent(before -> {
            byte[] secrets = vault.open(before.secrets(), work.resource().uid().toString());
            values.addAll(values(type, before.desired(), before.properties(), secrets));
        });
        work.memory().reached().ifPresent(model -> values.addAll(values(type, model)));
        return values;
    }

    private static List<JsonNode> values(Resource resource, TypeVersion type, Vault vault) {
        byte[] secrets = vault.open(resource.secrets(), resource.uid().toString());
        return values(type, resource.desired(), resource.properties(), secrets);
    }

    private static List<JsonNode> values(TypeVersion type, byte[] desired, byte[] properties, byte[] secrets) {
        List<JsonNode> values = values(type, Documents.object(desired));
        values.addAll(values(type, Documents.object(properties)));
        values.add(Documents.object(secrets));
        return values;
    }

    private static List<JsonNode> values(TypeVersion type, ObjectNode model) {
        List<JsonNode> values = new ArrayList<>(type.registration().data().sensitiveIn(model));
        values.add(type.schema().onlyWriteOnly(model));
        return values;
    }

    private static Optional<PriorState> before(Operation operation) {
        boolean changes = operation.kind() == OperationKind.CREATE || operation.kind() == OperationKind.UPDATE;
        return changes && operation.input().length > 0
                ? Optional.of(PriorState.decode(operation.input()))
                : Optional.empty();
    }

    /// A step whose message is kept.
    public Step told(Step step) {
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

    public Failure told(Failure failure) {
        List<Failure.Part> parts = failure.details().stream()
                .map(part -> new Failure.Part(part.code(), get().apply(part.message()), part.target()))
                .toList();
        return failure.told(get().apply(failure.message()), parts);
    }
}
