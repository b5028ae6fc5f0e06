package fairlead.simulation;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import fairlead.handler.Update;
import fairlead.schema.Finding;
import fairlead.schema.HandlerKind;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.simulation.SimulatedResources.Outcome;
import fairlead.simulation.SimulatedResources.SimulatedResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Keeps the handler contract for any schema.
///
/// A resource is made by the first call of a create, changed by the last call of an update, and removed by the last of
/// a delete. Its generated values follow from the operation's token, so that a repeated create makes the same.
final class SimulatedHandler implements ResourceHandler.Updatable, ResourceHandler.Listable {

    private static final int MOST_ATTEMPTS = 200;
    private static final int CHUNK = 200;
    private static final int MOST_TOLD = 5;

    /// Numbers keep all of their digits.
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final ResourceSchema schema;
    private final Behaviour behaviour;
    private final SimulatedResources resources;
    private final Names names;
    private final Models models;

    SimulatedHandler(ResourceSchema schema, Behaviour behaviour, SimulatedResources resources) {
        this.schema = schema;
        this.behaviour = behaviour;
        this.resources = resources;
        this.names = new Names(schema);
        this.models = new Models(schema, behaviour);
    }

    // -- create -----------------------------------------------------------------------------------------------------

    @Override
    public Progress create(Create request, Context context) {
        SimulatedCall course =
                new SimulatedCall(behaviour.of(HandlerKind.CREATE), HandlerKind.CREATE, request.memo(), context);
        course.endure(request.desired());
        Optional<SimulatedResource> known = resources.madeBy(scope(context), context.token());
        if (known.isEmpty()) {
            course.failIfAsked(request.desired());
        }
        SimulatedResource resource = known.orElseGet(() -> make(request.desired(), context));
        if (resource.removedBy().isPresent()) {
            throw new HandlerException(
                    ErrorCode.GENERAL_SERVICE_EXCEPTION,
                    resource.id() + ", which this operation made, was deleted since.");
        }
        if (known.isPresent() && course.goesOn()) {
            course.failIfAsked(request.desired());
        }
        ObjectNode model = parse(resource.model());
        return course.more(request.desired(), model, resource.createdAt()).orElseGet(() -> Progress.done(model));
    }

    private SimulatedResource make(ObjectNode desired, Context context) {
        String scope = scope(context);
        refuseExisting(scope, desired);
        refuse(schema.readOnly(), desired, "can't be set");
        requireValid(schema.validateInput(desired));
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            Seed seed = Seed.of(context.typeName(), scope, context.token(), attempt);
            ObjectNode model = models.made(desired, seed, context);
            String id = schema.identifier(model).orElseThrow();
            SimulatedResource resource =
                    SimulatedResource.made(id, context.token(), SimulatedTime.now(context), model.toString());
            switch (resources.make(scope, resource, names.of(model, desired))) {
                case Outcome.Kept(var kept) -> {
                    return kept;
                }
                case Outcome.IdentifierTaken() when schema.identifier(desired).isPresent() -> throw exists(id);
                case Outcome.NameTaken()
                when names.of(desired).size() == names.of(model, desired).size() -> throw exists(id);
                case Outcome.MadeBefore() -> {
                    return resources.madeBy(scope, context.token()).orElseThrow(SimulatedHandler::raced);
                }
                case Outcome.IdentifierTaken(), Outcome.NameTaken(), Outcome.Stale() -> {}
            }
        }
        throw new HandlerException(
                ErrorCode.SERVICE_LIMIT_EXCEEDED,
                "No identifier is left that the schema allows for " + Simulation.text(schema.primaryIdentifier())
                        + ".");
    }

    private static HandlerException raced() {
        return new HandlerException(ErrorCode.RESOURCE_CONFLICT, "The resource was changed at the same time.");
    }

    private void refuseExisting(String scope, ObjectNode desired) {
        schema.identifier(desired).flatMap(id -> present(scope, id)).ifPresent(resource -> {
            throw exists(resource.id());
        });
        for (String name : names.of(desired)) {
            resources.named(scope, name).ifPresent(id -> {
                throw exists(id);
            });
        }
    }

    private HandlerException exists(String id) {
        return new HandlerException(
                ErrorCode.ALREADY_EXISTS, "The " + schema.typeName() + " '" + id + "' already exists.");
    }

    // -- read -------------------------------------------------------------------------------------------------------

    @Override
    public boolean endsWhenInterrupted() {
        return true;
    }

    @Override
    public Progress read(Read request, Context context) {
        String scope = scope(context);
        SimulatedResource resource =
                implicit(scope, request.identifier(), context).orElseGet(() -> find(scope, request.identifier()));
        ObjectNode model = parse(resource.model());
        SimulatedCall course =
                new SimulatedCall(behaviour.of(HandlerKind.READ), HandlerKind.READ, Optional.empty(), context);
        course.endure(model);
        course.failIfAsked(model);
        int most = (int) behaviour.visible().afterReads().of(model, Integer.MAX_VALUE);
        boolean hidden = tooEarly(resource, model, context)
                || (most > 0 && resources.isAmongFirst(scope, resource.id(), resource.revision(), most));
        if (!hidden) {
            return Progress.done(model);
        }
        return resource.previous()
                .map(before -> Progress.done(parse(before)))
                .orElseThrow(() -> notFound(resource.id()));
    }

    private boolean tooEarly(SimulatedResource resource, ObjectNode model, Context context) {
        double seconds = behaviour.visible().afterSeconds().of(model, BehaviourReader.LONGEST_OPERATION);
        return seconds > 0
                && SimulatedTime.now(context).isBefore(resource.changedAt().plus(SimulatedTime.duration(seconds)));
    }

    /// What is there although nothing has made it, and nothing is kept of it; for the operation that has removed it,
    /// it is gone.
    private Optional<SimulatedResource> implicit(String scope, ObjectNode identifier, Context context) {
        if (behaviour.implicit().isNone()) {
            return Optional.empty();
        }
        String id = schema.identifier(identifier).orElse("");
        Optional<SimulatedResource> kept = resources.find(scope, id);
        boolean there = kept.map(resource -> resource.removedBy()
                        .filter(token -> !token.equals(context.token()))
                        .isPresent())
                .orElse(true);
        String name = schema.primaryIdentifier()
                .getLast()
                .value(identifier)
                .map(value -> value.asString(""))
                .orElse("");
        if (id.isEmpty() || !there || !behaviour.implicit().has(name)) {
            return Optional.empty();
        }
        Seed seed = Seed.of(context.typeName(), scope, id, 0);
        ObjectNode model = models.made(schema.identifierModel(identifier), seed, context);
        return Optional.of(SimulatedResource.made(
                id, "implicit/" + context.token(), SimulatedTime.now(context), model.toString()));
    }

    // -- update -----------------------------------------------------------------------------------------------------

    @Override
    public Progress update(Update request, Context context) {
        String scope = scope(context);
        implicit(scope, request.identifier(), context)
                .ifPresent(resource -> resources.make(scope, resource, names.of(parse(resource.model()))));
        SimulatedResource resource = find(scope, request.identifier());
        SimulatedCall course =
                new SimulatedCall(behaviour.of(HandlerKind.UPDATE), HandlerKind.UPDATE, request.memo(), context);
        course.endure(request.desired());
        ObjectNode present = parse(resource.model());
        if (resource.changedBy().equals(context.token()) && resource.revision() > 0) {
            return Progress.done(present);
        }
        course.failIfAsked(request.desired());
        requireValid(schema.validateInput(schema.withoutReadOnly(request.desired())));
        refuseFixed(request, present);
        Optional<Progress> more = course.more(request.desired(), present, SimulatedTime.now(context));
        return more.orElseGet(() -> Progress.done(change(request.desired(), resource, present, context)));
    }

    private ObjectNode change(ObjectNode desired, SimulatedResource resource, ObjectNode present, Context context) {
        String scope = scope(context);
        Seed seed = Seed.of(context.typeName(), scope, resource.token(), 0);
        ObjectNode model = models.changed(desired, present, resource.revision() + 1, seed, context);
        SimulatedResource changed = resource.changed(context.token(), SimulatedTime.now(context), model.toString());
        return switch (resources.change(scope, changed, names.of(model, desired))) {
            case Outcome.Kept(var kept) -> parse(kept.model());
            case Outcome.NameTaken() ->
                throw new HandlerException(
                        ErrorCode.ALREADY_EXISTS,
                        "Another " + schema.typeName() + " has an identifier that '" + resource.id() + "' was to get.");
            case Outcome.IdentifierTaken(), Outcome.MadeBefore(), Outcome.Stale() -> throw raced();
        };
    }

    /// Create-only properties stay as they are. One that the caller leaves out and that he did not set is no change.
    private void refuseFixed(Update request, ObjectNode model) {
        ObjectNode present = schema.withoutReadOnly(model);
        ObjectNode desired = models.filled(request.desired());
        dropEmpty(present);
        dropEmpty(desired);
        for (PropertyPath path : schema.primaryIdentifier()) {
            path.value(present).filter(_ -> path.value(desired).isEmpty()).ifPresent(value -> path.set(desired, value));
        }
        List<PropertyPath> fixed = new ArrayList<>(schema.createOnly());
        fixed.addAll(schema.primaryIdentifier());
        fixed.removeAll(schema.readOnly());
        schema.tagging().property().filter(_ -> !schema.tagging().updatable()).ifPresent(fixed::add);
        List<PropertyPath> changed = new ArrayList<>(
                schema.changed(present, desired, fixed.stream().distinct().toList()));
        changed.addAll(changedSecrets(request));
        if (!changed.isEmpty()) {
            throw new HandlerException(
                    ErrorCode.NOT_UPDATABLE,
                    Simulation.text(changed) + " can only be set when a " + schema.typeName() + " is created.");
        }
    }

    /// What holds nothing but read-only values comes and goes with them.
    private static void dropEmpty(ObjectNode model) {
        for (String name : List.copyOf(model.propertyNames())) {
            if (model.get(name) instanceof ObjectNode object) {
                dropEmpty(object);
                if (object.isEmpty()) {
                    model.remove(name);
                }
            }
        }
    }

    private boolean hidden(PropertyPath path) {
        return schema.writeOnly().stream().anyMatch(secret -> secret.touches(path.steps()));
    }

    /// Values that are not kept here can only be compared if the host still knows what they were.
    private List<PropertyPath> changedSecrets(Update request) {
        return schema.createOnly().stream()
                .filter(this::hidden)
                .filter(path -> !path.find(request.previous()).isEmpty())
                .filter(path -> !path.find(request.desired()).isEmpty())
                .filter(path -> !schema.changed(request.previous(), request.desired(), List.of(path))
                        .isEmpty())
                .toList();
    }

    // -- delete -----------------------------------------------------------------------------------------------------

    @Override
    public Progress delete(Delete request, Context context) {
        String scope = scope(context);
        Optional<SimulatedResource> removed =
                schema.identifier(request.identifier()).flatMap(id -> resources.find(scope, id));
        if (removed.flatMap(SimulatedResource::removedBy)
                .filter(context.token()::equals)
                .isPresent()) {
            return Progress.gone();
        }
        SimulatedResource resource = find(scope, request.identifier());
        ObjectNode model = parse(resource.model());
        SimulatedCall course =
                new SimulatedCall(behaviour.of(HandlerKind.DELETE), HandlerKind.DELETE, request.memo(), context);
        course.endure(model);
        course.failIfAsked(model);
        return course.more(model, model, SimulatedTime.now(context)).orElseGet(() -> {
            resources.remove(scope, resource.id(), context.token(), SimulatedTime.now(context));
            return Progress.gone();
        });
    }

    // -- list -------------------------------------------------------------------------------------------------------

    @Override
    public Page list(Query query, Context context) {
        SimulatedCall course =
                new SimulatedCall(behaviour.of(HandlerKind.LIST), HandlerKind.LIST, Optional.empty(), context);
        course.endure(query.filter());
        course.failIfAsked(query.filter());
        requireValid(schema.validateListInput(query.filter()));
        List<ObjectNode> found = new ArrayList<>();
        String after = query.token().orElse("");
        String last = "";
        while (true) {
            List<SimulatedResource> chunk = resources.list(scope(context), after, Math.min(CHUNK, query.limit() + 1));
            if (chunk.isEmpty()) {
                return new Page(found, Optional.empty());
            }
            for (SimulatedResource resource : chunk) {
                ObjectNode model = parse(resource.model());
                if (matches(query.filter(), resource, model, context)) {
                    if (found.size() == query.limit()) {
                        return new Page(found, Optional.of(last));
                    }
                    found.add(schema.identifierModel(model));
                    last = resource.id();
                }
                after = resource.id();
            }
        }
    }

    private boolean matches(ObjectNode filter, SimulatedResource resource, ObjectNode model, Context context) {
        boolean unseen = resource.revision() == 0
                && (tooEarly(resource, model, context)
                        || resource.reads() < behaviour.visible().afterReads().of(model, Integer.MAX_VALUE));
        return !unseen && schema.unmet(filter, model).isEmpty();
    }

    // -- what all share ---------------------------------------------------------------------------------------------

    /// The resource of the primary identifier, or of an additional one; [ErrorCode#NOT_FOUND] if there is none.
    private SimulatedResource find(String scope, ObjectNode identifier) {
        Optional<String> primary = schema.identifier(identifier);
        if (primary.isPresent()) {
            return present(scope, primary.get()).orElseThrow(() -> notFound(primary.get()));
        }
        List<String> others = names.of(identifier);
        if (others.isEmpty()) {
            throw new HandlerException(
                    ErrorCode.INVALID_REQUEST,
                    "Expected the primary identifier " + Simulation.text(schema.primaryIdentifier())
                            + (schema.additionalIdentifiers().isEmpty() ? "." : " or an additional identifier."));
        }
        return resources
                .named(scope, others.getFirst())
                .flatMap(id -> present(scope, id))
                .orElseThrow(() -> notFound(Names.shown(others.getFirst())));
    }

    private Optional<SimulatedResource> present(String scope, String id) {
        return resources.find(scope, id).filter(resource -> resource.removedBy().isEmpty());
    }

    private HandlerException notFound(String id) {
        return new HandlerException(ErrorCode.NOT_FOUND, "There is no " + schema.typeName() + " '" + id + "'.");
    }

    private static void refuse(List<PropertyPath> paths, ObjectNode desired, String why) {
        List<PropertyPath> given =
                paths.stream().filter(path -> !path.find(desired).isEmpty()).toList();
        if (!given.isEmpty()) {
            throw new HandlerException(
                    ErrorCode.INVALID_REQUEST, Simulation.text(given) + " " + why + ": read-only properties.");
        }
    }

    private static void requireValid(List<Finding> findings) {
        List<Finding> errors = findings.stream().filter(Finding::isError).toList();
        if (!errors.isEmpty()) {
            String told = errors.stream()
                    .limit(MOST_TOLD)
                    .map(finding -> "'" + finding.pointer() + "' " + finding.message())
                    .collect(Collectors.joining("; "));
            throw new HandlerException(ErrorCode.INVALID_REQUEST, "The request does not fit the schema: " + told + ".");
        }
    }

    private static String scope(Context context) {
        return context.account() + "/" + context.region();
    }

    private static ObjectNode parse(String json) {
        JsonNode tree = JSON.readTree(json);
        return tree instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
    }
}
