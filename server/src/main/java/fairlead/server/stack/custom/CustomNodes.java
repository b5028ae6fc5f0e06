package fairlead.server.stack.custom;

import fairlead.server.access.Caller;
import fairlead.server.access.Requester;
import fairlead.server.operation.ClientToken;
import fairlead.server.operation.NewOperation;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationRequest;
import fairlead.server.operation.OperationTarget;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.record.CustomStore.Answer;
import fairlead.server.stack.record.CustomStore.Asked;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackNode.Subject;
import fairlead.server.stack.step.NodeVerbs;
import fairlead.stack.document.Evaluated;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Makes, changes and deletes the custom resources of a stack: each by an operation of its own, which asks an endpoint and
/// waits for its answer.
///
/// @param names what the stack is called in requests, and where answers are received
public record CustomNodes(CustomParts parts, CustomNames names, Caller caller, Stack stack) implements NodeVerbs {

    private static final String DIGEST = "custom";
    private static final Duration SPARE = Duration.ofMinutes(30);

    @Override
    public Optional<Operation> begun(Call call, Subject subject) {
        return parts.operations()
                .replay(stack.place().subscription(), stack.place().location(), call.token());
    }

    @Override
    public Operation create(Call call, ObjectNode desired) {
        return begun(call).orElseGet(() -> begin(call, "Create", generated(call), desired, Optional.empty()));
    }

    @Override
    public Operation update(Call call, Subject present, ObjectNode desired, boolean replacing) {
        String physical = present.physical().orElseThrow(() -> new IllegalStateException("nothing is there"));
        return begun(call)
                .orElseGet(() -> begin(call, "Update", physical, desired, Optional.of(present.applied())));
    }

    @Override
    public Optional<Operation> delete(Call call, Subject present, boolean undoes) {
        String physical = present.physical().orElseThrow(() -> new IllegalStateException("nothing is there"));
        return begun(call)
                .or(() -> Optional.of(
                        begin(call, "Delete", told(call, physical), present.applied(), Optional.empty())));
    }

    private Optional<Operation> begun(Call call) {
        return parts.operations()
                .replay(stack.place().subscription(), stack.place().location(), call.token());
    }

    /// What a create that has failed calls what it has left, if that is what is there.
    private String told(Call call, String physical) {
        return physical.equals(generated(call))
                ? parts.database()
                        .read(transaction -> parts.tables().customs().failedCreate(transaction, stack.id(), call.key()))
                        .map(Answer::physical)
                        .filter(name -> !name.isEmpty())
                        .orElse(physical)
                : physical;
    }

    /// By which a resource goes until it has said it.
    private String generated(Call call) {
        UUID id = UUID.nameUUIDFromBytes(Documents.bytes(Documents.empty()
                .put("stack", stack.id().toString())
                .put("node", call.key())));
        String random = Long.toString(id.getMostSignificantBits() >>> 1, Character.MAX_RADIX)
                .toUpperCase(Locale.ROOT);
        return stack.name() + "-" + call.key() + "-" + random;
    }

    // -- asking -----------------------------------------------------------------------------------------------------

    private Operation begin(
            Call call, String request, String physical, ObjectNode desired, Optional<ObjectNode> before) {
        if (parts.operations().isFull()) {
            throw new ProblemException(new Problem.Overloaded());
        }
        CustomCall.fault(desired, parts.endpoints()).ifPresent(why -> {
            throw new ProblemException(new Problem.BadRequest(ProblemCode.VALIDATION_ERROR, why, ""));
        });
        OperationId id = new OperationId(parts.ids().get());
        String secret = parts.secret();
        ObjectNode body = Documents.empty()
                .put("RequestType", request)
                .put("RequestId", id.toString())
                .put("ResponseURL", names.responseUrl(stack, id, secret))
                .put("StackId", names.identifier(stack))
                .put("ResourceType", call.type())
                .put("LogicalResourceId", call.key());
        if (!request.equals("Create")) {
            body.put("PhysicalResourceId", physical);
        }
        body.set("ResourceProperties", CustomCall.texts(desired));
        before.ifPresent(old -> body.set("OldResourceProperties", CustomCall.texts(old)));
        CustomCall asked = new CustomCall(body, CustomCall.timeout(desired));
        NewOperation operation = operation(call, id, physical, asked);
        Asked row = new Asked(id, stack.id(), call.key(), request, secret, Optional.empty());
        Operation accepted = parts.database().write(transaction -> {
            parts.tables().customs().insert(transaction, row, parts.clock().instant());
            return parts.operations().accept(transaction, operation);
        });
        return parts.operations().start(accepted, Duration.ZERO).orElse(accepted);
    }

    private NewOperation operation(Call call, OperationId id, String physical, CustomCall asked) {
        Instant now = parts.clock().instant();
        return new NewOperation(
                id,
                OperationKind.STACK,
                new OperationTarget(
                        stack.place().subscription(),
                        stack.place().location(),
                        stack.id().toString(),
                        stack.path() + "/customResources/" + call.key(),
                        CustomTask.TYPE),
                new OperationRequest(
                        now,
                        now.plus(asked.timeout()).plus(SPARE),
                        parts.vault().seal(asked.write(), CustomTask.owner(id)),
                        Optional.of(new ClientToken(call.token(), DIGEST)),
                        caller.origin(),
                        Requester.text(caller)),
                Optional.of(physical));
    }

    @Override
    public void cancel(OperationId operation) {
        boolean _ = parts.operations().cancel(operation);
    }

    // -- looking ----------------------------------------------------------------------------------------------------

    @Override
    public Optional<String> refusal(Call call, Optional<Subject> present, ObjectNode desired) {
        return CustomCall.fault(desired, parts.endpoints());
    }

    /// An endpoint can't be asked how it is.
    @Override
    public Optional<ObjectNode> read(Subject subject) {
        return Optional.of(subject.applied());
    }

    @Override
    public Optional<Evaluated.Known> value(Subject subject, Part part) {
        return part instanceof Part.Identifier
                ? subject.physical().map(name -> new Evaluated.Known(StringNode.valueOf(name), false))
                : Optional.empty();
    }

    @Override
    public Optional<Evaluated.Known> value(StackNode node, Part part) {
        if (!(part instanceof Part.Property(var path))) {
            return value(node.present(), part);
        }
        String name = String.join(".", path);
        Optional<Answer> answer = parts.database()
                .read(transaction -> parts.tables()
                        .customs()
                        .newest(
                                transaction,
                                stack.id(),
                                node.name(),
                                node.present().physical().orElse("")));
        JsonNode document = answer.<JsonNode>map(Answer::document).orElseGet(Documents::empty);
        JsonNode value = document.path("Data").path(name);
        if (value.isMissingNode() || value.isNull()) {
            throw new EvaluationException("Vendor response of custom resource " + node.name() + " doesn't contain "
                    + name + " attribute in object");
        }
        return Optional.of(
                new Evaluated.Known(value, document.path("NoEcho").asBoolean(false)));
    }
}
