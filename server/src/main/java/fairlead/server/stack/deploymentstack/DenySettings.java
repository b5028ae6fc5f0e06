package fairlead.server.stack.deploymentstack;

import fairlead.server.access.role.ActionPattern;
import fairlead.server.access.role.Permission;
import fairlead.server.stack.deployment.DeploymentScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a stack forbids others to do with what it manages.
///
/// Implements "Protect managed resources" of Azure's documentation of deployment stacks.
///
/// @param principals to whom it is not forbidden
/// @param actions that are not forbidden
/// @param children whether the same is forbidden of what is below each managed resource
public record DenySettings(Mode mode, Set<UUID> principals, List<String> actions, boolean children) {

    /// Nothing is forbidden.
    public static final DenySettings NONE = new DenySettings(Mode.NONE, Set.of(), List.of(), false);

    /// Always possible, so that a lock never lasts longer than who has made it.
    private static final ActionPattern UNLOCK = new ActionPattern("Microsoft.Authorization/locks/delete");

    private static final ActionPattern WRITE = new ActionPattern("*/write");
    private static final ActionPattern DELETE = new ActionPattern("*/delete");

    /// What is forbidden.
    public enum Mode {
        NONE("none"),
        DENY_DELETE("denyDelete"),
        DENY_WRITE_AND_DELETE("denyWriteAndDelete");

        private final String word;

        Mode(String word) {
            this.word = word;
        }

        /// As it is written to callers.
        public String word() {
            return word;
        }

        /// The mode that a word stands for, in any case.
        public static Optional<Mode> parse(String word) {
            return Arrays.stream(values())
                    .filter(mode -> mode.word.equalsIgnoreCase(word))
                    .findFirst();
        }
    }

    public DenySettings {
        principals = Set.copyOf(principals);
        actions = List.copyOf(actions);
    }

    public boolean isNone() {
        return mode == Mode.NONE;
    }

    /// What is forbidden of a resource of a stack at a scope, in the words that callers are shown.
    ///
    /// @param decided whether anything is decided by deny assignments
    public String status(DeploymentScope scope, String id, String type, boolean decided) {
        if (isNone()) {
            return mode.word();
        }
        if (!decided || !isDeniable(type)) {
            return "notSupported";
        }
        return reaches(scope, id) ? mode.word() : "inapplicable";
    }

    /// Whether something is forbidden of a resource of a stack at a scope.
    boolean concern(DeploymentScope scope, String id, String type) {
        return !isNone() && isDeniable(type) && reaches(scope, id);
    }

    /// Access to access itself is not taken away: locks and roles.
    private static boolean isDeniable(String type) {
        return !type.toLowerCase(Locale.ROOT).startsWith("microsoft.authorization/");
    }

    /// Who may have a stack forbid something may so at its scope and below alone.
    private static boolean reaches(DeploymentScope scope, String id) {
        String key = id.toLowerCase(Locale.ROOT);
        return key.equals(scope.key()) || key.startsWith(scope.key() + "/");
    }

    /// What is forbidden, as a deny assignment says it.
    Permission permission() {
        List<ActionPattern> not = new ArrayList<>();
        not.add(UNLOCK);
        actions.forEach(action -> not.add(new ActionPattern(action)));
        List<ActionPattern> denied = switch (mode) {
            case NONE -> List.of();
            case DENY_DELETE -> List.of(DELETE);
            case DENY_WRITE_AND_DELETE -> List.of(WRITE, DELETE);
        };
        return new Permission(denied, not, List.of(), List.of());
    }

    ObjectNode json(ObjectNode into) {
        into.put("mode", mode.word());
        ArrayNode who = into.putArray("principals");
        principals.stream().map(UUID::toString).sorted().forEach(who::add);
        ArrayNode what = into.putArray("actions");
        actions.forEach(what::add);
        return into.put("children", children);
    }

    static DenySettings of(JsonNode json) {
        Set<UUID> principals = new LinkedHashSet<>();
        json.path("principals").forEach(id -> principals.add(UUID.fromString(id.asString())));
        List<String> actions = new ArrayList<>();
        json.path("actions").forEach(action -> actions.add(action.asString()));
        return new DenySettings(
                Mode.parse(json.path("mode").asString("")).orElse(Mode.NONE),
                principals,
                actions,
                json.path("children").asBoolean(false));
    }
}
