package fairlead.server.arm.deployment;

import fairlead.armtemplate.Compiled;
import fairlead.server.access.Caller;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deployment.DeploymentErrors;
import fairlead.server.stack.deployment.DeploymentResources;
import fairlead.server.stack.deployment.DeploymentResources.Named;
import fairlead.server.stack.deployment.DeploymentValues;
import fairlead.stack.document.Document;
import fairlead.stack.document.Evaluated;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Node;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Finds everything that would be refused of a template before anything is touched.
final class DeploymentPreflight {

    /// What is not there yet may be made by another node.
    private static final Set<String> MISSING = Set.of(
            ProblemCode.PARENT_RESOURCE_NOT_FOUND.text(),
            ProblemCode.RESOURCE_GROUP_NOT_FOUND.text(),
            ProblemCode.RESOURCE_NOT_FOUND.text());

    private final DeploymentResources resources;
    private final Caller caller;
    private final Function<String, Optional<Problem>> taken;
    private final ArrayNode details = Documents.empty().arrayNode();
    private final Set<String> wanted = new TreeSet<>();

    /// @param taken why a resource can't be one of what is deployed, by its id
    DeploymentPreflight(DeploymentResources resources, Caller caller, Function<String, Optional<Problem>> taken) {
        this.resources = resources;
        this.taken = taken;
        this.caller = caller;
    }

    /// The error with all that would be refused; empty if nothing would.
    Optional<ObjectNode> error(Compiled compiled, String deployment) {
        gather(compiled);
        rehearse(compiled);
        if (details.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(DeploymentJson.refused(deployment, details));
    }

    private void gather(Compiled compiled) {
        Document document = compiled.document();
        document.nodes().values().stream()
                .filter(node -> node.kind() == Node.Kind.RESOURCE)
                .flatMap(node -> TemplateJson.id(document, node).stream())
                .forEach(id -> wanted.add(id.toLowerCase(Locale.ROOT)));
        compiled.nested().values().forEach(this::gather);
    }

    private void rehearse(Compiled compiled) {
        Document document = compiled.document();
        DeploymentValues values = new DeploymentValues(document, resources, caller, _ -> false, _ -> Optional.empty());
        for (Node node : document.nodes().values()) {
            if (node.kind() == Node.Kind.RESOURCE) {
                rehearse(values, node);
            }
        }
        compiled.nested().values().forEach(this::rehearse);
    }

    private void rehearse(DeploymentValues values, Node node) {
        String target = node.key();
        try {
            Optional<Named> named = values.address(node);
            if (named.isEmpty()) {
                return;
            }
            target = named.get().id();
            taken.apply(target).ifPresent(problem -> {
                throw new ProblemException(problem);
            });
            if (values.body(node) instanceof Evaluated.Known(ObjectNode body, var _)) {
                resources.rehearse(caller, named.get(), body);
            } else {
                resources.rehearsePart(caller, named.get(), values.knownProperties(node));
            }
        } catch (ProblemException refused) {
            Problem problem = refused.problem();
            if (problem instanceof Problem.Busy
                    || (MISSING.contains(problem.code().text()) && isBelowAnother(target))) {
                return;
            }
            details.add(at(masked(values, node, DeploymentJson.refused(problem, target)), node));
        } catch (EvaluationException wrong) {
            ObjectNode error = DeploymentErrors.of("InvalidTemplate", String.valueOf(wrong.getMessage()));
            details.add(at(error.put("target", target), node));
        }
    }

    private static ObjectNode masked(DeploymentValues values, Node node, ObjectNode error) {
        return DeploymentErrors.inOtherWords(error, text -> values.masked(node, text));
    }

    private static ObjectNode at(ObjectNode error, Node node) {
        error.putArray("additionalInfo")
                .addObject()
                .put("type", "TemplateViolation")
                .putObject("info")
                .put("path", node.pointer());
        return error;
    }

    private boolean isBelowAnother(String id) {
        String key = id.toLowerCase(Locale.ROOT);
        return wanted.stream().anyMatch(other -> key.startsWith(other + "/"));
    }
}
