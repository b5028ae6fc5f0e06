package fairlead.server.resource.imports;

import fairlead.handler.ErrorCode;
import fairlead.handler.Query;
import fairlead.handler.ResourceHandler.Listable;
import fairlead.schema.TypeName;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.policy.ApprovalNeeded;
import fairlead.server.access.policy.Judgement;
import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Step;
import fairlead.server.operation.Task;
import fairlead.server.problem.Code;
import fairlead.server.problem.FailureCode;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.call.HandlerInvocation;
import fairlead.server.resource.call.HandlerInvoker;
import fairlead.server.resource.call.HandlerRedaction;
import fairlead.server.resource.call.HandlerResult;
import fairlead.server.resource.change.OperationCaller;
import fairlead.server.resource.change.PlacementChecks;
import fairlead.server.resource.change.TagProperty;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.imports.ImportRequest.Item;
import fairlead.server.resource.move.MoveRequest;
import fairlead.server.resource.naming.IdentifierAddresses;
import fairlead.server.resource.policy.ChangeGuard;
import fairlead.server.resource.record.Arns;
import fairlead.server.resource.record.ChangeRecorder;
import fairlead.server.resource.record.ProvisioningState;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.resource.record.SystemData;
import fairlead.server.resource.secret.GeneratedSecrets;
import fairlead.server.scope.Scopes;
import fairlead.server.secret.Vault;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Imports resources: reads each, and makes the record of what was read.
///
/// Each record is made in a transaction of its own, with its event and its audit record. A step that is taken
/// again after a crash finds the records of the first attempt and counts them as present. The task only calls
/// read and list handlers, and passes their messages on with [HandlerRedaction].
public final class ImportTask implements Task {

    private static final int AT_ONCE = 20;

    private final ResourceStore store;
    private final HandlerInvoker handlers;
    private final Database database;
    private final Types types;
    private final Clock clock;
    private final PlacementChecks placement;
    private final ChangeRecorder recorder;
    private final GeneratedSecrets secrets;
    private final ChangeGuard guard;

    public ImportTask(
            Database database,
            Types types,
            Scopes scopes,
            HandlerInvoker handlers,
            Vault vault,
            Clock clock,
            ChangeGuard guard) {
        this.guard = guard;
        secrets = new GeneratedSecrets(vault);
        this.handlers = handlers;
        store = new ResourceStore(types.sealing());
        this.database = database;
        this.types = types;
        this.clock = clock;
        placement = new PlacementChecks(store, scopes, types);
        recorder = new ChangeRecorder(store, types, new AuditTrail(), clock);
    }

    /// One step's surroundings.
    private record Work(Operation operation, TypeVersion type, MoveRequest.Place place, String location, Tally tally) {}

    @Override
    public Step run(Operation operation) {
        ObjectNode input = Documents.object(operation.input());
        String[] group = operation.subjectId().split("/", -1);
        TypeVersion type = types.version(
                TypeName.parse(input.path("type").asString("")),
                input.path("version").asInt());
        Work work = new Work(
                operation,
                type,
                new MoveRequest.Place(group[2], group[4]),
                input.path("location").asString(""),
                Tally.read(operation.progress()));
        List<Item> items = ImportRequest.items(input);
        try {
            return items.isEmpty() ? all(work) : these(work, items);
        } catch (ProblemException refused) {
            Problem problem = refused.problem();
            return new Step.Fail(new Failure(problem.code(), problem.message()), Change.none());
        }
    }

    @Override
    public Change ended(Operation operation, OperationState state) {
        return Change.none();
    }

    // -- which ----------------------------------------------------------------------------------------------

    private Step these(Work work, List<Item> items) {
        int done = work.tally().done();
        List<Item> next = items.subList(Math.min(done, items.size()), Math.min(done + AT_ONCE, items.size()));
        next.forEach(item -> take(work, item));
        return work.tally().done() < items.size() ? goOn(work) : ended(work);
    }

    private Step all(Work work) {
        HandlerRedaction redaction = HandlerRedaction.aboutUnknown(work.type());
        Query query = new Query(Documents.empty(), AT_ONCE, work.tally().next());
        Listable handler = (Listable) work.type().handler();
        return switch (redaction.during(() -> handlers.list(invocation(work, ""), handler, query))) {
            case HandlerResult.Listed(var page) -> {
                page.identifiers()
                        .forEach(model -> take(
                                work,
                                new Item(work.type().schema().identifier(model).orElseThrow(), Optional.empty())));
                work.tally().turnTo(page.next());
                yield page.next().isPresent() ? goOn(work) : ended(work);
            }
            case HandlerResult.NotDone failed
            when failed.isRetryable() ->
                new Step.Retry(redaction.told(failed.failure()), work.tally().write(), Change.none());
            case HandlerResult.NotDone failed -> new Step.Fail(redaction.told(failed.failure()), Change.none());
        };
    }

    private static Step goOn(Work work) {
        return new Step.Again(
                Duration.ZERO,
                work.tally().write(),
                Optional.empty(),
                work.tally().words(),
                Change.none());
    }

    private static Step ended(Work work) {
        List<Failure.Part> refused = work.tally().refused();
        if (refused.isEmpty()) {
            return new Step.Answer(work.tally().result(), Change.none());
        }
        Failure.Part first = refused.getFirst();
        return new Step.Fail(
                refused.size() == 1 && work.tally().done() == 1
                        ? new Failure(first.code(), first.message())
                        : new Failure(FailureCode.IMPORT_FAILED, work.tally().words(), refused),
                Change.none());
    }

    // -- one ------------------------------------------------------------------------------------------------

    private void take(Work work, Item item) {
        try {
            ObjectNode identifier = work.type().schema().parseIdentifier(item.identifier());
            record(work, item, read(work, item, identifier));
        } catch (IllegalArgumentException malformed) {
            work.tally()
                    .refuse(
                            Code.of(ErrorCode.INVALID_REQUEST),
                            String.valueOf(malformed.getMessage()),
                            item.identifier());
        } catch (ProblemException refused) {
            work.tally().refuse(refused.problem().code(), refused.problem().message(), item.identifier());
        }
    }

    private ObjectNode read(Work work, Item item, ObjectNode identifier) {
        String name = item.name().orElse(item.identifier());
        HandlerRedaction redaction = HandlerRedaction.aboutUnknown(work.type());
        return switch (redaction.during(() -> handlers.read(invocation(work, name), identifier))) {
            case HandlerResult.Done(var model) -> model;
            case HandlerResult.Absent absent -> throw failed(redaction.told(absent.failure()));
            case HandlerResult.NotDone failed -> throw failed(redaction.told(failed.failure()));
        };
    }

    /// Makes the record, unless there is one.
    private void record(Work work, Item item, ObjectNode model) {
        Resource resource = resource(work, item, work.type().schema().withoutWriteOnly(model));
        Judgement judgement = guard.found(OperationCaller.of(work.operation()), resource);
        Resource _ = ApprovalNeeded.asking(
                database,
                () -> database.write(transaction -> {
                    Optional<Resource> known = store.findByIdentifier(
                            transaction,
                            work.place().subscription(),
                            work.location(),
                            work.type().name(),
                            item.identifier());
                    if (known.isPresent()) {
                        work.tally().found(item, known.get().id());
                    } else {
                        // What is imported is as it is: rules that would change it refuse it or say nothing.
                        boolean _ = judgement.holds(transaction);
                        insert(transaction, work, resource);
                        secrets.keep(transaction, work.type(), resource.uid(), model, clock.instant());
                        judgement.confirm(transaction, Optional.empty());
                        judgement.keep(transaction, resource.uid());
                        work.tally().imported(item, resource.id());
                    }
                    return resource;
                }));
    }

    private void insert(Transaction transaction, Work work, Resource resource) {
        if (!store.insert(transaction, resource)) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.RESOURCE_ALREADY_EXISTS,
                    "There is another resource '" + resource.id() + "'. Give it a name."));
        }
        Arns.told(work.type(), resource.properties()).ifPresent(arn -> store.tell(transaction, resource.uid(), arn));
        placement.requireSurroundings(transaction, resource.id());
        PlacementChecks.requireServed(transaction, work.type());
        recorder.record(transaction, OperationCaller.of(work.operation()), "ImportResource", resource, "Imported");
    }

    private Resource resource(Work work, Item item, ObjectNode model) {
        TypeVersion type = work.type();
        ResourceId id = address(work, item, model);
        PlacementChecks.requireName(type, id);
        PlacementChecks.requireNewName(id);
        return new Resource(
                new Resource.Identity(
                        uid(work, item),
                        id,
                        type.name(),
                        type.version(),
                        work.location(),
                        Optional.of(item.identifier())),
                new Resource.Status(
                        ProvisioningState.SUCCEEDED,
                        1,
                        Optional.of(work.operation().id()),
                        Optional.empty()),
                Resource.Content.found(TagProperty.adopted(type.schema(), model), Documents.bytes(model)),
                SystemData.createdBy(OperationCaller.of(work.operation()).principal(), clock.instant()));
    }

    /// The same for the same resource of the same import, so that a step that is taken again makes no other.
    private static UUID uid(Work work, Item item) {
        String text = work.operation().id() + " " + item.identifier();
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /// What the identifier says, where callers name resources of the type; else the name that was given, or the
    /// identifier itself. What can't be a name is under the name that was given, or an alias.
    private ResourceId address(Work work, Item item, ObjectNode model) {
        TypeVersion type = work.type();
        String subscription = work.place().subscription();
        String group = work.place().group();
        if (!type.namedBy().isEmpty()) {
            return new IdentifierAddresses(database, store, types)
                    .of(
                            new IdentifierAddresses.Target(subscription, group, work.location()),
                            type,
                            model,
                            () -> item.name().orElseGet(() -> "r-" + uid(work, item)))
                    .orElseThrow(() -> new ProblemException(PlacementChecks.parentAbsence(
                            type.parent().orElseThrow() + " of '" + item.identifier() + "'")));
        }
        if (type.armType().types().size() > 1) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.UNSUPPORTED_IMPORT,
                    "The type " + type.name() + " is nested, and its identifier does not say under which resource."));
        }
        return new ResourceId(
                subscription, group, type.armType(), List.of(item.name().orElse(item.identifier())));
    }

    private static HandlerInvocation invocation(Work work, String name) {
        return HandlerInvocation.of(
                work.type(),
                work.operation().id(),
                context -> context.in(work.place().subscription(), work.location())
                        .name(name)
                        .attempt(work.operation().attempt()));
    }

    private static ProblemException failed(Failure failure) {
        return new ProblemException(new Problem.OperationFailed(failure.code(), failure.message()));
    }

    /// What has been done so far.
    private static final class Tally {

        private final ObjectNode document;

        private Tally(ObjectNode document) {
            this.document = document;
        }

        static Tally read(byte[] progress) {
            return new Tally(progress.length == 0 ? Documents.empty() : Documents.object(progress));
        }

        byte[] write() {
            return Documents.bytes(document);
        }

        void imported(Item item, ResourceId id) {
            add("imported").put("identifier", item.identifier()).put("id", id.toString());
        }

        void found(Item item, ResourceId id) {
            add("present").put("identifier", item.identifier()).put("id", id.toString());
        }

        void refuse(Code code, String message, String identifier) {
            add("refused").put("code", code.text()).put("message", message).put("identifier", identifier);
        }

        private ObjectNode add(String list) {
            return document.withArray(list).addObject();
        }

        int count(String list) {
            return document.path(list).size();
        }

        int done() {
            return count("imported") + count("present") + count("refused");
        }

        Optional<String> next() {
            return document.optional("next").map(next -> next.asString(""));
        }

        void turnTo(Optional<String> next) {
            document.remove("next");
            next.ifPresent(token -> document.put("next", token));
        }

        String words() {
            return "%d imported, %d managed already, %d refused."
                    .formatted(count("imported"), count("present"), count("refused"));
        }

        List<Failure.Part> refused() {
            List<Failure.Part> parts = new ArrayList<>();
            for (JsonNode entry : document.path("refused")) {
                parts.add(new Failure.Part(
                        Code.parse(entry.path("code").asString("")),
                        entry.path("message").asString(""),
                        entry.path("identifier").asString("")));
            }
            return parts;
        }

        byte[] result() {
            ObjectNode result = Documents.empty();
            result.set("imported", document.withArray("imported"));
            result.set("present", document.withArray("present"));
            return Documents.bytes(result);
        }
    }
}
