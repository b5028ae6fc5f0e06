package fairlead.server.arm.deployment;

import fairlead.armtemplate.Compiled;
import fairlead.armtemplate.scope.Ids;
import fairlead.server.access.Caller;
import fairlead.server.arm.deployment.whatif.Wish;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deployment.DeploymentScope;
import fairlead.server.stack.deploymentstack.DenySettings;
import fairlead.server.stack.deploymentstack.DeploymentStack;
import fairlead.server.stack.deploymentstack.ManagedResource;
import fairlead.server.stack.deploymentstack.StackTerms;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a change of a deployment stack would do: what a deployment of its template would do, and what would become of
/// what
/// the stack manages besides.
///
/// Implements "Deployment Stacks What If Results At Resource Group" of Azure's REST reference.
final class StackWhatIf {

    private final DeploymentForecast forecast;
    private final boolean decided;

    /// @param decided whether deny settings have an effect
    StackWhatIf(DeploymentForecast forecast, boolean decided) {
        this.forecast = forecast;
        this.decided = decided;
    }

    /// What is asked of a stack.
    ///
    /// @param scope where it is
    /// @param stack as it is; empty if it is to be made
    /// @param managed what belongs to it
    record Question(
            DeploymentScope scope,
            String name,
            Optional<DeploymentStack> stack,
            List<ManagedResource> managed,
            StackTerms terms,
            ObjectNode content,
            Compiled compiled) {}

    /// `changes` and `diagnostics`, or `error`.
    ObjectNode json(Question question, Caller caller) {
        ObjectNode found = forecast.json(
                question.terms().to(),
                question.name(),
                question.content(),
                question.compiled(),
                caller,
                new Wish(false, false));
        ObjectNode json = Documents.empty();
        if (found.has("error")) {
            json.set("error", found.path("error"));
            return json;
        }
        ObjectNode changes = json.putObject("changes");
        new Changes(question, decided).add(changes.putArray("resourceChanges"), found.path("properties"));
        denied(changes.putObject("denySettingsChange"), question);
        scope(changes, question);
        ArrayNode diagnostics = json.putArray("diagnostics");
        found.at("/properties/diagnostics").forEach(diagnostic -> {
            ObjectNode told = ((ObjectNode) diagnostic).deepCopy();
            told.put("level", told.path("level").asString().toLowerCase(Locale.ROOT));
            diagnostics.add(told);
        });
        return json;
    }

    private void denied(ObjectNode change, Question question) {
        DenySettings before =
                question.stack().map(stack -> stack.terms().deny()).orElse(DenySettings.NONE);
        DeploymentStackJson.deny(change.putObject("before"), before, decided);
        DeploymentStackJson.deny(change.putObject("after"), question.terms().deny(), decided);
        ArrayNode delta = change.putArray("delta");
        change.path("after").properties().forEach(member -> {
            JsonNode was = change.path("before").path(member.getKey());
            if (!was.equals(member.getValue())) {
                ObjectNode entry = delta.addObject().put("path", member.getKey());
                entry.put("changeType", was.isMissingNode() ? "create" : "modify");
                if (!was.isMissingNode()) {
                    entry.set("before", was);
                }
                entry.set("after", member.getValue());
            }
        });
    }

    private static void scope(ObjectNode changes, Question question) {
        String after = question.terms().to().id();
        question.stack()
                .map(stack -> stack.terms().to().id())
                .filter(before -> !before.equalsIgnoreCase(after))
                .ifPresent(before -> changes.putObject("deploymentScopeChange")
                        .put("before", before)
                        .put("after", after));
    }

    /// The changes of resources.
    private static final class Changes {
        private final Question question;
        private final boolean decided;
        private final Map<String, ManagedResource> managed = new HashMap<>();
        private final Set<String> told = new HashSet<>();

        Changes(Question question, boolean decided) {
            this.question = question;
            this.decided = decided;
            question.managed().forEach(resource -> managed.put(resource.id().toLowerCase(Locale.ROOT), resource));
        }

        void add(ArrayNode list, JsonNode found) {
            boolean obscure = found.path("changes")
                    .valueStream()
                    .anyMatch(change -> change.path("changeType").asString().equals("Unsupported"));
            found.path("changes").forEach(change -> put(list, change, "definite"));
            found.path("potentialChanges").forEach(change -> put(list, change, "potential"));
            for (ManagedResource resource : question.managed()) {
                if (!told.contains(resource.id().toLowerCase(Locale.ROOT))) {
                    unmanaged(list, resource, obscure ? "potential" : "definite");
                }
            }
        }

        /// What the template has.
        private void put(ArrayNode list, JsonNode change, String certainty) {
            String type = change.path("changeType").asString();
            if (type.equals("Ignore")) {
                return;
            }
            String id = change.path("resourceId").asString();
            told.add(id.toLowerCase(Locale.ROOT));
            ObjectNode entry = entry(list, id, Ids.type(id), word(type), certainty);
            for (String name : List.of("deploymentId", "symbolicName", "unsupportedReason")) {
                change.optional(name).ifPresent(value -> entry.set(name, value));
            }
            boolean unsupported = type.equals("Unsupported");
            status(entry, id, unsupported ? "unknown" : "managed");
            if (change.has("before") || change.has("after")) {
                ObjectNode configuration = entry.putObject("resourceConfigurationChanges");
                for (String name : List.of("before", "after")) {
                    change.optional(name).ifPresent(value -> configuration.set(name, value));
                }
                configuration.set("delta", delta(change.path("delta")));
            }
        }

        /// What would be asked for again counts as a change.
        private static String word(String type) {
            return switch (type) {
                case "Create" -> "create";
                case "NoChange" -> "noChange";
                case "Unsupported" -> "unsupported";
                default -> "modify";
            };
        }

        /// What the stack manages, and the template does not have.
        private void unmanaged(ArrayNode list, ManagedResource resource, String certainty) {
            boolean goes = question.terms().onUnmanage().deletes(resource.type());
            ObjectNode entry = entry(list, resource.id(), resource.type(), goes ? "delete" : "detach", certainty);
            status(entry, resource.id(), "unmanaged");
        }

        private static ObjectNode entry(ArrayNode list, String id, String type, String change, String certainty) {
            return list.addObject()
                    .put("id", id)
                    .put("type", type)
                    .put("changeType", change)
                    .put("changeCertainty", certainty);
        }

        private void status(ObjectNode entry, String id, String after) {
            Optional<ManagedResource> now = Optional.ofNullable(managed.get(id.toLowerCase(Locale.ROOT)));
            entry.putObject("managementStatusChange")
                    .put("before", now.isPresent() ? "managed" : "unmanaged")
                    .put("after", after);
            String denied = after.equals("managed")
                    ? question.terms()
                            .deny()
                            .status(question.scope(), id, entry.path("type").asString(), decided)
                    : after.equals("unmanaged") ? "none" : after;
            entry.putObject("denyStatusChange")
                    .put(
                            "before",
                            now.map(resource -> resource.condition().denied()).orElse("none"))
                    .put("after", denied);
        }

        private static ArrayNode delta(JsonNode changes) {
            ArrayNode delta = Documents.empty().arrayNode();
            for (JsonNode change : changes) {
                ObjectNode entry = delta.addObject();
                change.properties().forEach(member -> {
                    switch (member.getKey()) {
                        case "propertyChangeType" -> {
                            String word = member.getValue().asString();
                            entry.put("changeType", Character.toLowerCase(word.charAt(0)) + word.substring(1));
                        }
                        case "children" -> entry.set("children", delta(member.getValue()));
                        default -> entry.set(member.getKey(), member.getValue());
                    }
                });
            }
            return delta;
        }
    }
}
