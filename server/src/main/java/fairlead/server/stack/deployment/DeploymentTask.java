package fairlead.server.stack.deployment;

import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Step;
import fairlead.server.operation.Task;
import fairlead.server.problem.FailureCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.OperationCaller;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deployment.DeploymentNode.Target;
import fairlead.server.stack.deployment.DeploymentNode.Verb;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Node;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/// Carries out the operations of deployments. Each step reads the rows of the deployment, begins what can
/// begin, notes what has ended, and pauses until something else has. Every change of a resource is an
/// ordinary operation, begun under a token that is the same after a crash.
public final class DeploymentTask implements Task {

    static final String AT_LEAST_ONE = "At least one resource deployment operation failed. Please list deployment"
            + " operations for details. Please see https://aka.ms/arm-deployment-operations for usage details.";

    private static final String OUTPUTS = "outputs";
    private static final String ERROR = "error";

    private final Database database;
    private final DeploymentStore store;
    private final DeploymentTemplates templates;
    private final DeploymentNodes.Means means;
    private final Clock clock;
    private final Map<OperationId, DeploymentTemplates.Read> compiled = new ConcurrentHashMap<>();

    DeploymentTask(Database database, DeploymentStore store, DeploymentNodes.Means means, Clock clock) {
        this.database = database;
        this.store = store;
        this.means = means;
        templates = means.templates();
        this.clock = clock;
    }

    /// What carries out the operations of deployments, and by another task all others.
    public Task orElse(Task others) {
        return new Task() {
            @Override
            public Step run(Operation operation) {
                return of(operation).run(operation);
            }

            @Override
            public Step run(Operation operation, Consumer<String> log) {
                return of(operation).run(operation, log);
            }

            @Override
            public Change ended(Operation operation, OperationState state) {
                return of(operation).ended(operation, state);
            }

            private Task of(Operation operation) {
                boolean own = operation.kind() == OperationKind.STACK
                        && operation.target().typeName().equals(Deployment.TYPE);
                return own ? DeploymentTask.this : others;
            }
        };
    }

    @Override
    public Step run(Operation operation) {
        Optional<DeploymentWork> found = load(operation);
        if (found.isEmpty()) {
            String forgotten = "The deployment '" + operation.subjectId() + "' was forgotten.";
            return new Step.Fail(new Failure(FailureCode.DEPLOYMENT_FAILED, forgotten), Change.none());
        }
        DeploymentWork work = found.get();
        if (work.deployment().state() == DeploymentState.ACCEPTED) {
            return begun(work);
        }
        DeploymentNodes nodes = nodes(work);
        nodes.settle();
        if (work.deployment().condition().canceling()) {
            return nodes.isStopped() ? canceled(work) : again(work, DeploymentNodes.LOOK);
        }
        Optional<Duration> pause = nodes.begin(work.deployment().result().has(OUTPUTS));
        return pause.isPresent() ? again(work, pause.get()) : next(work, nodes);
    }

    private Optional<DeploymentWork> load(Operation operation) {
        UUID id = UUID.fromString(operation.target().subject());
        return database.read(transaction -> store.find(transaction, id)
                .map(deployment -> new DeploymentWork(
                        store, operation, clock.instant(), deployment, store.nodes(transaction, id))));
    }

    private DeploymentNodes nodes(DeploymentWork work) {
        Caller own = OperationCaller.of(work.operation());
        Caller caller = templates.stack(work.deployment()).map(own::in).orElse(own);
        return new DeploymentNodes(work, read(work).document(), means, caller);
    }

    private DeploymentTemplates.Read read(DeploymentWork work) {
        return compiled.computeIfAbsent(work.operation().id(), _ -> templates.read(work.deployment()));
    }

    private static Step again(DeploymentWork work, Duration pause) {
        long all = work.nodes().size();
        long done = work.nodes().stream().filter(node -> node.state().ended()).count();
        Optional<Double> percent = all == 0 ? Optional.empty() : Optional.of(100.0 * done / all);
        return new Step.Again(pause, new byte[0], percent, done + " of " + all + " resources", work.change());
    }

    // -- from one part to the next ----------------------------------------------------------------------------------

    private Step begun(DeploymentWork work) {
        DeploymentTemplates.Read read;
        try {
            read = read(work);
        } catch (ProblemException refused) {
            return ended(work, DeploymentErrors.of(refused.problem()));
        }
        for (Node node : read.document().nodes().values()) {
            Verb verb = switch (node.kind()) {
                case STACK -> Verb.DEPLOY;
                case EXISTING -> Verb.READ;
                default -> Verb.CREATE;
            };
            if (verb != Verb.READ) {
                work.add(node.key(), new Target(verb, "", node.type()));
            }
        }
        work.state(DeploymentState.RUNNING);
        return again(work, Duration.ZERO);
    }

    private Step next(DeploymentWork work, DeploymentNodes nodes) {
        ObjectNode result = work.deployment().result();
        if (result.has(ERROR)) {
            return ended(work, (ObjectNode) result.path(ERROR));
        }
        if (nodes.isFailed()) {
            boolean cleaning = result.has(OUTPUTS);
            ObjectNode error = DeploymentErrors.of(
                    cleaning ? "DeploymentFailedCleanUp" : FailureCode.DEPLOYMENT_FAILED.text(),
                    cleaning
                            ? "At least one resource could not be deleted that the template does not have."
                            : AT_LEAST_ONE);
            error.set("details", work.errors());
            return failed(work, error);
        }
        if (!result.has(OUTPUTS)) {
            return evaluated(work, nodes);
        }
        compiled.remove(work.operation().id());
        work.state(DeploymentState.SUCCEEDED);
        return new Step.Succeed(work.change());
    }

    private Step evaluated(DeploymentWork work, DeploymentNodes nodes) {
        DeploymentNode row = work.add("/" + OUTPUTS, new Target(Verb.OUTPUTS, "", ""));
        ObjectNode outputs = Documents.empty();
        try {
            DeploymentTemplates.Read read = read(work);
            read.document().outputs().forEach((name, output) -> {
                DeploymentTemplates.Output type = read.outputs().get(name);
                var value = nodes.values().known(output.value());
                ObjectNode told = outputs.putObject(name);
                told.put("type", type == null ? "" : type.type());
                told.set("value", value.value());
                if (value.secret() || (type != null && type.secure())) {
                    told.put("secure", true);
                }
            });
        } catch (EvaluationException wrong) {
            ObjectNode error = DeploymentErrors.of(
                    "DeploymentOutputEvaluationFailed", "Unable to evaluate template outputs: " + wrong.getMessage());
            work.failed(row, "BadRequest", error);
            return failed(work, error);
        } catch (ProblemException refused) {
            work.failed(row, DeploymentErrors.word(refused.problem()), DeploymentErrors.of(refused.problem()));
            return failed(work, DeploymentErrors.of(refused.problem()));
        }
        work.done(row, "OK");
        work.result(OUTPUTS, outputs);
        if (templates.isComplete(work.deployment())) {
            nodes.purge();
        }
        return again(work, Duration.ZERO);
    }

    // -- ends -------------------------------------------------------------------------------------------------------

    /// Perhaps something else is done in its place before it ends.
    private Step failed(DeploymentWork work, ObjectNode error) {
        Optional<DeploymentTemplates.OnError> instead = templates.onError(work.deployment());
        if (instead.isEmpty() || work.find(DeploymentNodes.ON_ERROR).isPresent()) {
            return ended(work, error);
        }
        work.result(ERROR, error);
        work.add(DeploymentNodes.ON_ERROR, new Target(Verb.DEPLOY, "", Deployment.TYPE));
        return again(work, Duration.ZERO);
    }

    private Step ended(DeploymentWork work, ObjectNode error) {
        compiled.remove(work.operation().id());
        work.result(ERROR, error);
        work.state(DeploymentState.FAILED);
        Failure failure =
                new Failure(FailureCode.DEPLOYMENT_FAILED, error.path("message").asString());
        return new Step.Fail(failure, work.change());
    }

    private Step canceled(DeploymentWork work) {
        String why = "The deployment was cancelled.";
        stop(work);
        work.state(DeploymentState.CANCELED);
        work.result(ERROR, DeploymentErrors.of("DeploymentCanceled", why));
        compiled.remove(work.operation().id());
        return new Step.Fail(new Failure(FailureCode.OPERATION_STOPPED, why), work.change());
    }

    private static void stop(DeploymentWork work) {
        work.nodes().stream()
                .filter(node -> !node.state().ended())
                .forEach(node -> work.put(
                        node.with(node.progress().ended(DeploymentState.CANCELED, work.now(), "", Optional.empty()))));
    }

    @Override
    public Change ended(Operation operation, OperationState state) {
        compiled.remove(operation.id());
        Optional<DeploymentWork> found = load(operation);
        found.ifPresent(work -> {
            stop(work);
            if (state instanceof OperationState.Failed(var _, Failure failure)) {
                work.state(DeploymentState.FAILED);
                work.result(ERROR, DeploymentErrors.of(failure));
            } else {
                work.state(DeploymentState.CANCELED);
                work.result(ERROR, DeploymentErrors.of("DeploymentCanceled", "The deployment was cancelled."));
            }
        });
        return found.map(DeploymentWork::change).orElseGet(Change::none);
    }
}
