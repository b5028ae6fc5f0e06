package fairlead.server.type.hook;

import fairlead.schema.TypeName;
import fairlead.server.problem.Problem.Detail;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// How a hook is configured: whether and of which changes it is asked, and what becomes of a change that it refuses.
///
/// @param filters of which one has to fit; empty for all changes
/// @param properties of its own, which its handlers get
record HookSettings(
        boolean enabled,
        FailureMode failureMode,
        Set<Operation> operations,
        List<Filter> filters,
        ObjectNode properties) {

    private static final String AT = "/CloudFormationConfiguration/HookConfiguration";

    HookSettings {
        operations = Set.copyOf(operations);
        filters = List.copyOf(filters);
    }

    /// What becomes of a change that it refuses.
    public enum FailureMode {
        /// It is refused.
        FAIL,
        /// It goes on, with a warning.
        WARN
    }

    /// What it is asked for. Stacks and their change sets don't exist here.
    enum Operation {
        RESOURCE,
        CLOUD_CONTROL,
        STACK,
        CHANGE_SET
    }

    /// Changes of which it is asked.
    ///
    /// @param points empty for all
    /// @param targets empty for all
    record Filter(Set<HookPoint> points, List<NamePattern> targets) {

        Filter {
            points = Set.copyOf(points);
            targets = List.copyOf(targets);
        }

        boolean fits(HookPoint point, TypeName target) {
            return (points.isEmpty() || points.contains(point))
                    && (targets.isEmpty() || targets.stream().anyMatch(pattern -> pattern.matches(target)));
        }
    }

    /// Whether it is asked of such a change.
    ///
    /// @param cloudControl whether it was asked for by Cloud Control
    boolean wants(HookPoint point, TypeName target, boolean cloudControl) {
        boolean meant = operations.contains(Operation.RESOURCE)
                || (cloudControl && operations.contains(Operation.CLOUD_CONTROL));
        return enabled
                && meant
                && (filters.isEmpty() || filters.stream().anyMatch(filter -> filter.fits(point, target)));
    }

    /// Reads a configuration.
    ///
    /// @param wrong gets all that is wrong with it
    static HookSettings read(ObjectNode values, HookSchema schema, List<Detail> wrong) {
        return new Reader(wrong).read(values, schema);
    }

    private record Reader(List<Detail> wrong) {

        HookSettings read(ObjectNode values, HookSchema schema) {
            only(values, "", Set.of("CloudFormationConfiguration"));
            only(
                    values.path("CloudFormationConfiguration"),
                    "/CloudFormationConfiguration",
                    Set.of("HookConfiguration"));
            JsonNode hook = values.path("CloudFormationConfiguration").path("HookConfiguration");
            if (!hook.isObject()) {
                wrong(AT, "expected an object");
            }
            only(
                    hook,
                    AT,
                    Set.of(
                            "HookInvocationStatus",
                            "TargetStacks",
                            "TargetOperations",
                            "FailureMode",
                            "TargetFilters",
                            "StackFilters",
                            "Properties"));
            if (hook.has("StackFilters")) {
                wrong(AT + "/StackFilters", "there are no stacks here: leave it out");
            }
            FailureMode mode = word(hook, "FailureMode", FailureMode.class, FailureMode.FAIL);
            boolean earlier = hook.has("TargetStacks") && !hook.has("TargetOperations");
            boolean enabled = (earlier && !hook.has("HookInvocationStatus"))
                    ? word(hook, "TargetStacks", Stacks.class, Stacks.NONE) == Stacks.ALL
                    : word(hook, "HookInvocationStatus", Status.class, Status.DISABLED) == Status.ENABLED
                            && (!hook.has("TargetStacks")
                                    || word(hook, "TargetStacks", Stacks.class, Stacks.NONE) == Stacks.ALL);
            Set<Operation> operations = earlier
                    ? Set.of(Operation.RESOURCE)
                    : words(hook.path("TargetOperations"), AT + "/TargetOperations", Operation.class);
            if (operations.isEmpty()) {
                wrong(AT + "/TargetOperations", "expected one of " + List.of(Operation.values()) + " at least");
            }
            return new HookSettings(
                    enabled, mode, operations, filters(hook.path("TargetFilters")), properties(hook, schema));
        }

        private enum Stacks {
            ALL,
            NONE
        }

        private enum Status {
            ENABLED,
            DISABLED
        }

        private ObjectNode properties(JsonNode hook, HookSchema schema) {
            JsonNode given = hook.path("Properties");
            ObjectNode properties = given instanceof ObjectNode object
                    ? object
                    : JsonMapper.shared().createObjectNode();
            if (!given.isMissingNode() && !given.isObject()) {
                wrong(AT + "/Properties", "expected an object");
            }
            schema.validate(properties)
                    .forEach(finding -> wrong.add(
                            new Detail(finding.id(), finding.message(), AT + "/Properties" + finding.pointer())));
            return properties;
        }

        private List<Filter> filters(JsonNode given) {
            String at = AT + "/TargetFilters";
            if (given.isMissingNode()) {
                return List.of();
            }
            if (!given.isObject() || given.isEmpty()) {
                wrong(at, "expected an object with Targets, or with Actions, TargetNames or InvocationPoints");
                return List.of();
            }
            if (!given.has("Targets")) {
                return List.of(filter(given, at));
            }
            only(given, at, Set.of("Targets"));
            List<Filter> filters = new ArrayList<>();
            int i = 0;
            for (JsonNode one : given.path("Targets")) {
                filters.add(filter(one, at + "/Targets/" + i++));
            }
            if (filters.isEmpty()) {
                wrong(at + "/Targets", "expected an array of objects");
            }
            return filters;
        }

        /// In one of several, the action is one word; beside no others, it is a list of them.
        private Filter filter(JsonNode given, String at) {
            only(
                    given,
                    at,
                    Set.of("Actions", "Action", "TargetNames", "TargetName", "InvocationPoints", "InvocationPoint"));
            Set<HookPoint> points = EnumSet.noneOf(HookPoint.class);
            for (String member : List.of("Actions", "Action")) {
                if (given.has(member)) {
                    points.addAll(words(given.path(member), at + "/" + member, HookPoint.class));
                }
            }
            for (String member : List.of("InvocationPoints", "InvocationPoint")) {
                if (given.has(member)) {
                    words(given.path(member), at + "/" + member, Moment.class);
                }
            }
            List<NamePattern> targets = new ArrayList<>();
            for (String member : List.of("TargetNames", "TargetName")) {
                for (JsonNode name : listed(given.path(member))) {
                    NamePattern.parse(name.asString(""))
                            .ifPresentOrElse(
                                    targets::add,
                                    () -> wrong(at + "/" + member, "expected the name of a type, found " + name));
                }
            }
            return new Filter(points, targets);
        }

        private enum Moment {
            PRE_PROVISION
        }

        private static List<JsonNode> listed(JsonNode node) {
            List<JsonNode> all = new ArrayList<>();
            if (node.isArray()) {
                node.forEach(all::add);
            } else if (!node.isMissingNode()) {
                all.add(node);
            }
            return all;
        }

        private <E extends Enum<E>> E word(JsonNode hook, String member, Class<E> words, E otherwise) {
            Set<E> found = words(hook.path(member), AT + "/" + member, words);
            if (!hook.has(member)) {
                wrong(AT + "/" + member, "expected one of " + List.of(words.getEnumConstants()));
            }
            return found.stream().findFirst().orElse(otherwise);
        }

        private <E extends Enum<E>> Set<E> words(JsonNode given, String at, Class<E> words) {
            Set<E> found = EnumSet.noneOf(words);
            for (JsonNode node : listed(given)) {
                String text = node.asString("").toUpperCase(Locale.ROOT);
                boolean known = false;
                for (E word : words.getEnumConstants()) {
                    if (word.name().equals(text)) {
                        known = found.add(word) || known;
                    }
                }
                if (!known) {
                    wrong(at, "expected one of " + List.of(words.getEnumConstants()) + ", found " + node);
                }
            }
            return found;
        }

        private void only(JsonNode object, String at, Set<String> members) {
            object.propertyNames().stream()
                    .filter(member -> !members.contains(member))
                    .forEach(member -> wrong(
                            at + "/" + member,
                            "it is not understood; expected "
                                    + members.stream().sorted().toList()));
        }

        private void wrong(String pointer, String message) {
            wrong.add(new Detail("hook.configuration", message, pointer));
        }
    }
}
