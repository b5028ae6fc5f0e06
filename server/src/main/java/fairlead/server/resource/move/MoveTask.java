package fairlead.server.resource.move;

import fairlead.handler.Context;
import fairlead.handler.ErrorCode;
import fairlead.handler.Tags;
import fairlead.server.access.policy.ApprovalNeeded;
import fairlead.server.database.Database;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Step;
import fairlead.server.operation.Task;
import fairlead.server.problem.Code;
import fairlead.server.problem.FailureCode;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.call.HandlerInvocation;
import fairlead.server.resource.call.HandlerInvoker;
import fairlead.server.resource.call.HandlerRedaction;
import fairlead.server.resource.call.HandlerResult;
import fairlead.server.resource.change.OperationCaller;
import fairlead.server.resource.change.ResourceVerbs;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.ExtensionStore;
import fairlead.server.resource.record.KnownExtension;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.secret.Vault;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Moves resources.
///
/// A handler knows no groups, but it knows the account, which is the subscription. A handler that keeps its
/// resources by account would not find them in another subscription. So before resources leave their
/// subscription, the task has each handler read its resource on behalf of the other subscription. If one read
/// fails, nothing moves.
public final class MoveTask implements Task {

    /// The code of every failed move; the details say why.

    private static final int MOST_NAMED = 10;

    private final ResourceStore store;
    private final HandlerInvoker handlers;
    private final Database database;
    private final Types types;
    private final Vault vault;
    private final RecordTransfer transfer;
    private final ExtensionStore extensions;
    private final ResourceVerbs resources;

    public MoveTask(
            Database database,
            Types types,
            Vault vault,
            HandlerInvoker handlers,
            ResourceVerbs resources,
            RecordTransfer transfer) {
        this.handlers = handlers;
        store = new ResourceStore(types.sealing());
        extensions = new ExtensionStore(database, types);
        this.resources = resources;
        this.database = database;
        this.types = types;
        this.vault = vault;
        this.transfer = transfer;
    }

    /// What an operation has to know.
    static byte[] input(MoveRequest.Place target, List<Resource> resources) {
        ObjectNode json = Documents.empty();
        json.put("subscription", target.subscription()).put("group", target.group());
        ArrayNode uids = json.putArray("resources");
        resources.forEach(resource -> uids.add(resource.uid().toString()));
        return Documents.bytes(json);
    }

    /// The transaction that moves may have been committed by a step whose end was lost: then nothing is in the
    /// source any more.
    @Override
    public Step run(Operation operation) {
        MoveRequest move = move(operation);
        if (move.resources().isEmpty()) {
            return new Step.Succeed(Change.none());
        }
        try {
            List<Failure.Part> extended = extended(move);
            if (!extended.isEmpty()) {
                return failed("What would move is extended by what knows it by its id.", extended);
            }
            List<Failure.Part> lost = move.leavesSubscription() ? lost(operation, move) : List.of();
            if (!lost.isEmpty()) {
                return failed("The handlers do not find what would move from the other subscription.", lost);
            }
            database.write(transaction -> transfer.carryOut(transaction, move));
            return new Step.Succeed(Change.none());
        } catch (ProblemException refused) {
            Problem problem =
                    (refused instanceof ApprovalNeeded unapproved ? unapproved.asked(database) : refused).problem();
            String target = problem.target().orElse(move.source().toString());
            return failed(problem.message(), List.of(new Failure.Part(problem.code(), problem.message(), target)));
        }
    }

    private static Step failed(String message, List<Failure.Part> details) {
        return new Step.Fail(new Failure(FailureCode.RESOURCE_MOVE_FAILED, message, details), Change.none());
    }

    @Override
    public Change ended(Operation operation, OperationState state) {
        return Change.none();
    }

    /// What of it is still to be moved.
    private MoveRequest move(Operation operation) {
        JsonNode input = Documents.object(operation.input());
        String[] source = operation.subjectId().split("/", -1);
        MoveRequest.Place from = new MoveRequest.Place(source[2], source[4]);
        MoveRequest.Place to = new MoveRequest.Place(
                input.path("subscription").asString(""), input.path("group").asString(""));
        List<ResourceId> left = database.read(transaction -> {
            List<ResourceId> found = new ArrayList<>();
            for (JsonNode uid : input.path("resources")) {
                store.find(transaction, UUID.fromString(uid.asString("")))
                        .map(Resource::id)
                        .filter(id -> from.isSame(new MoveRequest.Place(id.subscription(), id.group())))
                        .ifPresent(found::add);
            }
            return found;
        });
        return new MoveRequest(OperationCaller.of(operation), from, to, left);
    }

    /// Whatever extends a resource that would move: its own identifier has the id that would change.
    private List<Failure.Part> extended(MoveRequest move) {
        List<Failure.Part> parts = new ArrayList<>();
        for (Resource resource : database.read(transaction -> transfer.all(transaction, move))) {
            for (KnownExtension known : extensions.of(resource.id().toString(), MOST_NAMED)) {
                if (resources.find(known.id()).isPresent()) {
                    parts.add(new Failure.Part(
                            FailureCode.RESOURCE_IS_EXTENDED,
                            "It extends '" + resource.id() + "'. Delete it, and make it anew after the move.",
                            known.id().toString()));
                }
            }
        }
        return parts;
    }

    /// What its handler would not find on behalf of the other subscription.
    private List<Failure.Part> lost(Operation operation, MoveRequest move) {
        List<Failure.Part> lost = new ArrayList<>();
        for (Resource resource : database.read(transaction -> transfer.all(transaction, move))) {
            if (resource.doubt().isPresent()) {
                lost.add(new Failure.Part(
                        Code.of(ErrorCode.NOT_STABILIZED),
                        "It is unknown what its last create has made.",
                        resource.id().toString()));
            } else {
                resource.identifier()
                        .flatMap(identifier -> trouble(operation, move, resource, identifier))
                        .ifPresent(lost::add);
            }
        }
        return lost;
    }

    private Optional<Failure.Part> trouble(
            Operation operation, MoveRequest move, Resource resource, String identifier) {
        TypeVersion type = types.version(resource.typeName(), resource.typeVersion());
        HandlerRedaction redaction = HandlerRedaction.about(resource, type, vault);
        HandlerInvocation invocation = HandlerInvocation.of(
                type,
                operation.id(),
                context -> about(resource, context.attempt(operation.attempt()))
                        .in(move.target().subscription(), resource.location()));
        ObjectNode model = resource.request(type.schema(), type.schema().parseIdentifier(identifier), vault);
        return switch (redaction.during(() -> handlers.read(invocation, model))) {
            case HandlerResult.Done _ -> Optional.empty();
            case HandlerResult.Absent absent -> Optional.of(part(redaction.told(absent.failure()), resource));
            case HandlerResult.NotDone failed -> Optional.of(part(redaction.told(failed.failure()), resource));
        };
    }

    private static Failure.Part part(Failure failure, Resource resource) {
        return new Failure.Part(failure.code(), failure.message(), resource.id().toString());
    }

    private static Context.Builder about(Resource resource, Context.Builder context) {
        Map<String, String> tags = Documents.texts(resource.tags());
        return context.name(resource.id().name()).tags(new Tags(tags, tags));
    }
}
