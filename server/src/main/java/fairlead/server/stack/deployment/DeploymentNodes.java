package fairlead.server.stack.deployment;

import fairlead.server.access.Caller;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Operations;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deployment.DeploymentNode.Progress;
import fairlead.server.stack.deployment.DeploymentNode.Target;
import fairlead.server.stack.deployment.DeploymentNode.Verb;
import fairlead.server.stack.deployment.DeploymentResources.Begun;
import fairlead.server.stack.deployment.DeploymentResources.Named;
import fairlead.stack.document.Document;
import fairlead.stack.document.Evaluated;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Node;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// The nodes of a deployment in one step: begins them, and notes what has become of them.
final class DeploymentNodes {

    /// How long a step pauses if nothing wakes it.
    static final Duration LOOK = Duration.ofMillis(500);

    /// The node of what is done in place of a deployment that has failed.
    static final String ON_ERROR = "/onErrorDeployment";

    private static final Duration BUSY = Duration.ofMillis(300);
    private static final int AT_ONCE = 64;

    private final DeploymentWork work;
    private final Document document;
    private final Means means;
    private final Caller caller;
    private final DeploymentValues values;

    /// What the nodes are worked on with.
    record Means(
            Operations operations,
            Deployments deployments,
            DeploymentTemplates templates,
            DeploymentResources resources,
            Claims claims) {}

    DeploymentNodes(DeploymentWork work, Document document, Means means, Caller caller) {
        this.work = work;
        this.document = document;
        this.means = means;
        this.caller = caller;
        values = new DeploymentValues(document, means.resources(), caller, work::isDone, this::nested);
    }

    DeploymentValues values() {
        return values;
    }

    boolean isFailed() {
        return !work.all(DeploymentState.FAILED).isEmpty()
                || !work.all(DeploymentState.CANCELED).isEmpty();
    }

    // -- ends -------------------------------------------------------------------------------------------------------

    /// Notes what has ended.
    void settle() {
        work.all(DeploymentState.RUNNING).forEach(node -> look(node).ifPresent(operation -> settled(node, operation)));
    }

    private Optional<Operation> look(DeploymentNode node) {
        OperationId id = node.progress().operation().orElseThrow();
        OperationId own = work.operation().id();
        means.operations().follow(id, own);
        Optional<Operation> found = means.operations().find(id);
        if (found.filter(operation -> !operation.state().terminal()).isEmpty()) {
            means.operations().unfollow(id);
        }
        if (found.isEmpty()) {
            work.failed(
                    node,
                    "NotFound",
                    DeploymentErrors.of("OperationNotFound", "The operation " + id + " is not known any more."));
        }
        return found;
    }

    private void settled(DeploymentNode node, Operation operation) {
        switch (operation.state()) {
            case OperationState.Succeeded _ -> work.done(node, node.progress().code());
            case OperationState.Failed(var _, var failure) ->
                work.failed(node, "Conflict", inner(node).orElseGet(() -> DeploymentErrors.of(failure)));
            case OperationState.Canceled _ ->
                work.put(node.with(node.progress()
                        .ended(
                                DeploymentState.CANCELED,
                                work.now(),
                                "Conflict",
                                Optional.of(
                                        DeploymentErrors.of("OperationCanceled", "The operation was cancelled.")))));
            case OperationState.Accepted(), OperationState.Running(), OperationState.Canceling() -> {}
        }
    }

    /// The error of a deployment that is a node.
    private Optional<ObjectNode> inner(DeploymentNode node) {
        return node.target().verb() == Verb.DEPLOY
                ? node.progress()
                        .operation()
                        .flatMap(operation -> means.deployments().find(operation.value()))
                        .map(Deployment::result)
                        .filter(result -> result.path("error").isObject())
                        .map(result -> (ObjectNode) result.path("error"))
                : Optional.empty();
    }

    /// Asks all that goes on to stop; whether nothing goes on any more.
    boolean isStopped() {
        List<DeploymentNode> running = work.all(DeploymentState.RUNNING);
        for (DeploymentNode node : running) {
            OperationId id = node.progress().operation().orElseThrow();
            Optional<Deployment> inner = node.target().verb() == Verb.DEPLOY
                    ? means.deployments()
                            .find(id.value())
                            .filter(other -> !other.state().ended())
                    : Optional.empty();
            if (inner.isPresent()) {
                stop(inner.get());
            } else {
                boolean _ = means.operations().cancel(id);
            }
        }
        return running.isEmpty();
    }

    private void stop(Deployment inner) {
        if (!inner.condition().canceling()) {
            try {
                means.deployments().cancel(caller, inner);
            } catch (ProblemException ended) {
                // It has ended meanwhile, which the next look finds.
            }
        }
    }

    // -- beginnings -------------------------------------------------------------------------------------------------

    /// Begins what can begin: how long until it is looked at again; empty if nothing goes on any more.
    ///
    /// @param made whether all that the template has is done
    Optional<Duration> begin(boolean made) {
        Optional<Duration> later = Optional.empty();
        boolean more = true;
        while (more) {
            more = false;
            for (DeploymentNode node : work.all(DeploymentState.ACCEPTED)) {
                if (work.all(DeploymentState.RUNNING).size() >= AT_ONCE) {
                    return Optional.of(LOOK);
                }
                if (isReady(node, made)) {
                    Optional<Duration> pause = begin(node);
                    later = pause.isPresent() ? pause : later;
                    more |= pause.isEmpty();
                }
            }
        }
        if (work.all(DeploymentState.RUNNING).isEmpty() && later.isEmpty()) {
            skip();
            return Optional.empty();
        }
        return Optional.of(later.orElse(LOOK));
    }

    /// What could not begin, since something that it needs has failed.
    private void skip() {
        work.all(DeploymentState.ACCEPTED)
                .forEach(node -> work.put(
                        node.with(node.progress().ended(DeploymentState.SKIPPED, work.now(), "", Optional.empty()))));
    }

    private boolean isReady(DeploymentNode node, boolean made) {
        return switch (node.target().verb()) {
            case DELETE -> made && isEmptied(node);
            case CREATE, DEPLOY ->
                node.key().equals(ON_ERROR)
                        || document.node(node.key()).needs().stream().allMatch(this::isDone);
            case READ, OUTPUTS -> false;
        };
    }

    private boolean isDone(String key) {
        Node node = document.nodes().get(key);
        if (node == null) {
            return true;
        }
        return node.kind() == Node.Kind.EXISTING ? node.needs().stream().allMatch(this::isDone) : work.isDone(key);
    }

    private Optional<Duration> begin(DeploymentNode row) {
        try {
            return switch (row.target().verb()) {
                case DELETE -> begun(row, means.resources().delete(caller, row.key(), token(row)));
                case DEPLOY -> row.key().equals(ON_ERROR) ? instead(row) : deploy(row);
                default -> write(row);
            };
        } catch (EvaluationException wrong) {
            work.failed(placed(row), "BadRequest", DeploymentErrors.of("InvalidTemplate", unable(row, wrong)));
            return Optional.empty();
        } catch (ProblemException refused) {
            Problem problem = refused.problem();
            boolean passes = problem instanceof Problem.Busy || problem.status() == 429 || problem.status() == 503;
            if (passes) {
                return Optional.of(BUSY);
            }
            work.failed(placed(row), DeploymentErrors.word(problem), masked(row, DeploymentErrors.of(problem)));
            return Optional.empty();
        }
    }

    /// With the id, which may have become known as it was about to begin.
    private DeploymentNode placed(DeploymentNode row) {
        return work.find(row.key()).orElse(row);
    }

    /// Who reads what has become of a deployment need not know its secrets.
    private ObjectNode masked(DeploymentNode row, ObjectNode error) {
        return Optional.ofNullable(document.nodes().get(row.key()))
                .map(node -> DeploymentErrors.inOtherWords(error, text -> values.masked(node, text)))
                .orElse(error);
    }

    private String unable(DeploymentNode row, EvaluationException wrong) {
        Node node = document.nodes().get(row.key());
        return "Unable to process template language expressions for resource '" + row.key() + "'"
                + (node == null ? "" : " at '" + node.pointer() + "'") + ". '" + wrong.getMessage() + "'";
    }

    private String token(DeploymentNode row) {
        return work.operation().id() + ":" + row.key().toLowerCase(Locale.ROOT);
    }

    private Optional<Duration> write(DeploymentNode row) {
        Node node = document.node(row.key());
        Named named = values.address(node)
                .orElseThrow(() -> new EvaluationException("its id is not known: '" + node.key() + "'"));
        DeploymentNode placed = row.at(named.id());
        work.put(placed);
        ObjectNode body = values.body(node) instanceof Evaluated.Known(ObjectNode known, var _) ? known : unknown(node);
        means.claims().claim(work.deployment(), named.id(), node.type());
        return begun(placed, means.resources().write(caller, named, body, token(row)));
    }

    private static ObjectNode unknown(Node node) {
        throw new EvaluationException("what it refers to is not there: '" + node.key() + "'");
    }

    private Optional<Duration> begun(DeploymentNode row, Begun begun) {
        switch (begun) {
            case Begun.Done(var created) -> work.done(row, created ? "Created" : "OK");
            case Begun.Under(var operation, var created) -> {
                Progress running = row.progress().running(work.now(), Optional.of(operation));
                DeploymentNode going = row.with(running.coded(created ? "Created" : "OK"));
                work.put(going);
                look(going).ifPresent(now -> settled(going, now));
            }
        }
        return Optional.empty();
    }

    // -- deployments in deployments ---------------------------------------------------------------------------------

    private Optional<Duration> deploy(DeploymentNode row) {
        Node node = document.node(row.key());
        Named named = values.address(node).orElseThrow(() -> new EvaluationException("its id is not known"));
        DeploymentNode placed = row.at(named.id());
        work.put(placed);
        ObjectNode properties =
                values.known(node.properties()).value() instanceof ObjectNode known ? known : Documents.empty();
        ObjectNode envelope =
                values.body(node) instanceof Evaluated.Known(ObjectNode body, var _) ? body : Documents.empty();
        DeploymentScope to = scope(named.id());
        String name = named.id().substring(named.id().lastIndexOf('/') + 1);
        Optional<String> location =
                Optional.ofNullable(envelope.path("location").stringValue(null));
        Set<String> secret = values.secrets(node, "parameters");
        var inner =
                new DeploymentTemplates.Inner(row.key(), to, name, location, properties, values.masked(node), secret);
        ObjectNode content = means.templates().nested(work.deployment(), inner);
        String where = location.orElse(work.deployment().location());
        return follow(placed, new Deployments.Asked(caller, to, name, where, content));
    }

    private Optional<Duration> instead(DeploymentNode row) {
        Deployment own = work.deployment();
        Optional<String> name = means.templates().onError(own).flatMap(DeploymentTemplates.OnError::name);
        Optional<Deployment> other = name.isPresent()
                ? means.deployments()
                        .find(own.scope(), name.get())
                        .filter(found -> found.state() == DeploymentState.SUCCEEDED)
                : means.deployments().lastSuccessful(own.scope(), own);
        if (other.isEmpty()) {
            work.failed(
                    row,
                    "NotFound",
                    DeploymentErrors.of(
                            "DeploymentNotFound",
                            name.map(it -> "The deployment '" + it + "' could not be found, or has not succeeded.")
                                    .orElse("No deployment has succeeded before.")));
            return Optional.empty();
        }
        DeploymentNode placed = row.at(other.get().path());
        return follow(
                placed,
                new Deployments.Asked(
                        caller,
                        own.scope(),
                        other.get().name(),
                        other.get().location(),
                        other.get().content()));
    }

    private Optional<Duration> follow(DeploymentNode row, Deployments.Asked asked) {
        UUID id = UUID.nameUUIDFromBytes(token(row).getBytes(StandardCharsets.UTF_8));
        Deployment inner = means.deployments().within(asked, id);
        return begun(row, new Begun.Under(inner.condition().operation(), true));
    }

    private static DeploymentScope scope(String id) {
        String[] parts = id.split("/", -1);
        boolean inGroup = parts.length > 4 && parts[3].equalsIgnoreCase("resourceGroups");
        if (parts.length < 3 || !parts[1].equalsIgnoreCase("subscriptions")) {
            throw new EvaluationException("'" + id + "' is not in a subscription, and this server deploys to"
                    + " subscriptions and resource groups alone");
        }
        return new DeploymentScope(
                parts[2].toLowerCase(Locale.ROOT), inGroup ? Optional.of(parts[4]) : Optional.empty());
    }

    /// The deployment that a node is, as an expression sees it.
    private Optional<ObjectNode> nested(Node node) {
        return work.find(node.key())
                .flatMap(row -> row.progress().operation())
                .flatMap(operation -> means.deployments().find(operation.value()))
                .map(inner -> {
                    ObjectNode whole = Documents.empty();
                    ObjectNode properties = whole.putObject("properties");
                    properties.put("provisioningState", inner.state().word());
                    properties.put("correlationId", inner.condition().correlation());
                    properties.put("timestamp", inner.condition().created().toString());
                    properties.set("outputs", inner.result().path("outputs").deepCopy());
                    return whole;
                });
    }

    // -- what the template does not have ----------------------------------------------------------------------------

    /// Notes that what is in the group and not in the template is to be deleted. What is nested in something that stays
    /// stays with it.
    void purge() {
        Set<String> kept = work.nodes().stream()
                .map(node -> node.target().id().toLowerCase(Locale.ROOT))
                .filter(id -> !id.isEmpty())
                .collect(Collectors.toSet());
        for (String id : means.resources().inGroup(caller, work.deployment().scope())) {
            String key = id.toLowerCase(Locale.ROOT);
            boolean stays = kept.stream().anyMatch(other -> key.equals(other) || key.startsWith(other + "/"));
            if (!stays) {
                work.add(id, new Target(Verb.DELETE, id, type(id)));
            }
        }
    }

    /// Whether nothing that is nested in it is left to be deleted.
    private boolean isEmptied(DeploymentNode node) {
        String within = node.key().toLowerCase(Locale.ROOT) + "/";
        return work.nodes().stream()
                .filter(other -> other.target().verb() == Verb.DELETE && !other.is(DeploymentState.SUCCEEDED))
                .noneMatch(other -> other.key().toLowerCase(Locale.ROOT).startsWith(within));
    }

    private static String type(String id) {
        String[] parts = id.substring(id.toLowerCase(Locale.ROOT).lastIndexOf("/providers/") + 11)
                .split("/", -1);
        StringBuilder type = new StringBuilder(parts[0]);
        for (int i = 1; i < parts.length; i += 2) {
            type.append('/').append(parts[i]);
        }
        return type.toString();
    }
}
