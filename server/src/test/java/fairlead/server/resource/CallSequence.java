package fairlead.server.resource;

import fairlead.handler.Progress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// What a control plane calls the handler of one resource with, held against what a handler may rely on: "a create
/// whose
/// outcome is unknown is repeated with the same token, never with a new one", a callback context goes back to the
/// action that gave it and to no other, and nothing is changed that is still being created.
final class CallSequence {

    private final List<String> violations = new ArrayList<>();
    private final List<String> tokens = new ArrayList<>();
    private final Map<String, ObjectNode> asked = new HashMap<>();
    private final Map<String, Progress> answers = new HashMap<>();
    private final Set<String> unsettled = new HashSet<>();

    synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    static ObjectNode memo(String action, String token, int left) {
        ObjectNode memo = World.json("{}");
        return memo.put("action", action).put("token", token).put("left", left);
    }

    boolean isOurs(ObjectNode memo) {
        return memo.has("action");
    }

    synchronized void create(String token, ObjectNode desired, Optional<ObjectNode> memo) {
        seen("create", token, memo);
        if (tokens.indexOf(token) < tokens.size() - 1) {
            violations.add("a create with a token that is older than another one");
        }
        ObjectNode first = asked.putIfAbsent(token, desired.deepCopy());
        if (first != null && !first.equals(desired)) {
            violations.add("a create is repeated with another input: " + first + ", then " + desired);
        }
        if (unsettled.stream().anyMatch(other -> !other.equals(token))) {
            violations.add("a create with a new token while another one is not settled");
        }
    }

    synchronized void update(String token, Optional<ObjectNode> memo) {
        seen("update", token, memo);
        if (!unsettled.isEmpty()) {
            violations.add("an update of what is still being created");
        }
    }

    synchronized void delete(String token, Optional<ObjectNode> memo) {
        seen("delete", token, memo);
    }

    private void seen(String action, String token, Optional<ObjectNode> memo) {
        if (!tokens.contains(token)) {
            tokens.add(token);
        }
        memo.filter(this::isOurs)
                .filter(told -> !told.path("action").asString("").equals(action)
                        || !told.path("token").asString("").equals(token))
                .ifPresent(told -> violations.add("a " + action + " with the callback context " + told));
    }

    /// What the action has answered, for the calls that ask whether it is done.
    synchronized Optional<Progress> answer(String action, String token) {
        return Optional.ofNullable(answers.get(action + token));
    }

    synchronized void answered(String action, String token, Progress answer, boolean done) {
        answers.put(action + token, answer);
        if (action.equals("create") && done) {
            unsettled.remove(token);
        } else if (action.equals("create")) {
            unsettled.add(token);
        }
    }
}
