package fairlead.server.arm.deployment;

import fairlead.server.access.role.ActionPattern;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deployment.DeploymentScope;
import fairlead.server.stack.deploymentstack.DenySettings;
import fairlead.server.stack.deploymentstack.OnUnmanage;
import fairlead.server.stack.deploymentstack.StackTerms;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The body of a request for a deployment stack: that of a deployment, and what becomes of what the stack manages.
///
/// Implements "DeploymentStackProperties" of Azure's REST reference.
///
/// @param body the same as that of a deployment
record DeploymentStackBody(DeploymentBody body, StackTerms terms) {

    private static final int MOST_PRINCIPALS = 5;
    private static final int MOST_ACTIONS = 200;
    private static final int LONGEST = 4096;

    /// What a stack shows as it was asked for.
    private static final List<String> SHOWN = List.of("description", "debugSetting", "validationLevel", "templateLink");

    /// What is deployed.
    private static final List<String> DEPLOYED = List.of(
            "template", "templateLink", "parameters", "debugSetting", "validationLevel", "expressionEvaluationOptions");

    /// @param scope of the stack
    /// @throws fairlead.armtemplate.InvalidTemplateException if it can't be read
    static DeploymentStackBody read(byte[] bytes, DeploymentScope scope) {
        DeploymentBody body = DeploymentBody.read(bytes);
        Reading reading = new Reading(body.properties());
        StackTerms terms = new StackTerms(reading.to(scope), reading.onUnmanage(), reading.deny());
        reading.description();
        reading.end();
        return new DeploymentStackBody(body, terms);
    }

    /// What is done though the stack may not be in step with what is there.
    boolean bypasses() {
        return DeploymentBody.member(body.properties(), "bypassStackOutOfSyncError")
                .asBoolean(false);
    }

    /// What a deployment of the stack is asked for.
    ObjectNode deployed() {
        return picked(DEPLOYED).put("mode", "Incremental");
    }

    /// What is shown of the request.
    ObjectNode shown() {
        return picked(SHOWN);
    }

    private ObjectNode picked(List<String> names) {
        ObjectNode picked = Documents.empty();
        for (String name : names) {
            JsonNode value = DeploymentBody.member(body.properties(), name);
            if (!value.isMissingNode() && !value.isNull()) {
                picked.set(name, value);
            }
        }
        return picked;
    }

    /// Which of `delete` and `detach` is asked for.
    ///
    /// @param otherwise if nothing is
    static boolean deletes(String word, String target, boolean otherwise, List<Problem.Detail> details) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "" -> otherwise;
            case "delete" -> true;
            case "detach" -> false;
            default -> {
                details.add(detail("expected delete or detach, found '" + word + "'", target));
                yield otherwise;
            }
        };
    }

    private static Problem.Detail detail(String message, String target) {
        return new Problem.Detail("deployment.body", message, target);
    }

    /// Reads members, and gathers all that is wrong.
    private static final class Reading {
        private final ObjectNode properties;
        private final List<Problem.Detail> details = new ArrayList<>();

        Reading(ObjectNode properties) {
            this.properties = properties;
        }

        private void wrong(String message, String target) {
            details.add(detail(message, "/properties/" + target));
        }

        OnUnmanage onUnmanage() {
            JsonNode asked = DeploymentBody.member(properties, "actionOnUnmanage");
            String resources = DeploymentBody.member(asked, "resources").asString("");
            if (resources.isEmpty()) {
                wrong("expected delete or detach", "actionOnUnmanage/resources");
                return OnUnmanage.DETACH;
            }
            String at = "/properties/actionOnUnmanage/";
            String without = DeploymentBody.member(asked, "resourcesWithoutDeleteSupport")
                    .asString("");
            if (!without.isEmpty() && !without.equalsIgnoreCase("detach") && !without.equalsIgnoreCase("fail")) {
                wrong(
                        "expected detach or fail, found '" + without + "'",
                        "actionOnUnmanage/resourcesWithoutDeleteSupport");
            }
            return new OnUnmanage(
                    deletes(resources, at + "resources", false, details),
                    deletes(
                            DeploymentBody.member(asked, "resourceGroups").asString(""),
                            at + "resourceGroups",
                            false,
                            details));
        }

        DenySettings deny() {
            JsonNode asked = DeploymentBody.member(properties, "denySettings");
            String word = DeploymentBody.member(asked, "mode").asString("");
            Optional<DenySettings.Mode> mode = DenySettings.Mode.parse(word);
            if (mode.isEmpty()) {
                wrong("expected none, denyDelete or denyWriteAndDelete, found '" + word + "'", "denySettings/mode");
            }
            boolean children =
                    DeploymentBody.member(asked, "applyToChildScopes").asBoolean(false);
            return new DenySettings(mode.orElse(DenySettings.Mode.NONE), principals(asked), actions(asked), children);
        }

        private Set<UUID> principals(JsonNode asked) {
            JsonNode list = DeploymentBody.member(asked, "excludedPrincipals");
            if (list.size() > MOST_PRINCIPALS) {
                wrong(
                        "expected " + MOST_PRINCIPALS + " principals at most, found " + list.size(),
                        "denySettings/excludedPrincipals");
            }
            Set<UUID> ids = new LinkedHashSet<>();
            for (int i = 0; i < list.size(); i++) {
                String text = list.get(i).asString("");
                try {
                    ids.add(UUID.fromString(text));
                } catch (IllegalArgumentException noId) {
                    wrong(
                            "expected the id of a principal, a GUID, found '" + text + "'",
                            "denySettings/excludedPrincipals/" + i);
                }
            }
            return ids;
        }

        private List<String> actions(JsonNode asked) {
            JsonNode list = DeploymentBody.member(asked, "excludedActions");
            if (list.size() > MOST_ACTIONS) {
                wrong(
                        "expected " + MOST_ACTIONS + " actions at most, found " + list.size(),
                        "denySettings/excludedActions");
            }
            List<String> actions = new ArrayList<>();
            for (int i = 0; i < list.size(); i++) {
                String text = list.get(i).asString("");
                if (text.isBlank() || (!text.contains("/") && !text.equals(ActionPattern.ALL.text()))) {
                    wrong(
                            "expected an action such as 'Fairlead.Lab/things/write', found '" + text + "'",
                            "denySettings/excludedActions/" + i);
                } else {
                    actions.add(text);
                }
            }
            return actions;
        }

        /// What is deployed to: the scope of the stack, or a group below it.
        DeploymentScope to(DeploymentScope scope) {
            String asked = DeploymentBody.member(properties, "deploymentScope").asString("");
            if (asked.isEmpty() || asked.equalsIgnoreCase(scope.id())) {
                return scope;
            }
            String[] parts = asked.split("/", -1);
            boolean below = scope.group().isEmpty()
                    && parts.length == 5
                    && asked.toLowerCase(Locale.ROOT).startsWith(scope.key() + "/resourcegroups/")
                    && !parts[4].isEmpty();
            if (!below) {
                String expected = scope.group().isPresent()
                        ? "'" + scope.id() + "', the scope of the stack"
                        : "'" + scope.id() + "' or a resource group in it";
                wrong("expected " + expected + ", found '" + asked + "'", "deploymentScope");
                return scope;
            }
            return new DeploymentScope(scope.subscription(), Optional.of(parts[4]));
        }

        void description() {
            int length = DeploymentBody.member(properties, "description")
                    .asString("")
                    .length();
            if (length > LONGEST) {
                wrong("expected " + LONGEST + " characters at most, found " + length, "description");
            }
        }

        void end() {
            if (!details.isEmpty()) {
                throw new ProblemException(new Problem.InvalidBody(details));
            }
        }
    }
}
