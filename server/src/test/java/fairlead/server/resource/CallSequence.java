package fairlead.server.resource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What a control plane calls handlers with, held against what a handler may rely on:
///
/// 1. An action has one token: a repeated call carries it again, with the same input, and no other action ever does.
/// 2. A callback context goes back to the action that gave it, and to no other.
/// 3. While it is unknown what a create has done, nothing else is created or changed: the same create is asked again.
/// 4. A create is not asked again once its resource has been called with a later token, unless that was refused.
/// 5. No two calls for a resource are under way at once.
/// 6. Once a resource is removed, neither its tokens nor its identifiers are ever seen again.
///
/// Reads change nothing and are none of its business. A thread may tell it of anything at any time.
public final class CallSequence {

    /// What changes something.
    public enum Action {
        CREATE,
        UPDATE,
        DELETE,
        ACT
    }

    /// What the control plane has been told of a call.
    public enum Heard {
        /// It is done; of a delete also, that there is nothing to delete.
        DONE,
        /// It goes on, with a callback context.
        AGAIN,
        /// It has done nothing, for certain.
        REFUSED,
        /// Nothing that could be relied on.
        UNKNOWN
    }

    /// One call.
    ///
    /// @param subject the resource that it is about
    /// @param named whether callers choose the identifiers: then there can't be two physical resources, and
    ///     an update finds out what a create has done
    /// @param identifier of the physical resource, empty for a create
    public record Call(
            Action action,
            String subject,
            boolean named,
            String token,
            Optional<String> identifier,
            Optional<String> context,
            String input) {

        String deed() {
            return action + identifier.map(name -> " of " + name).orElse("");
        }
    }

    private record Giver(Action action, String token) {}

    private final List<String> violations = new ArrayList<>();
    private final Map<String, String> deeds = new HashMap<>();
    private final Map<String, String> inputs = new HashMap<>();
    private final Map<String, Set<Giver>> contexts = new HashMap<>();
    private final Map<String, String> makers = new HashMap<>();
    private final Map<String, Subject> subjects = new LinkedHashMap<>();
    private final Set<String> deadTokens = new HashSet<>();
    private final Set<String> deadIdentifiers = new HashSet<>();
    private final Set<String> leftBehind = new HashSet<>();

    private static final class Subject {
        private final List<String> tokens = new ArrayList<>();
        private final Set<String> identifiers = new HashSet<>();
        private final Set<String> unsettled = new HashSet<>();
        private final List<Call> underWay = new ArrayList<>();
    }

    public synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    private void violation(String law, Call call) {
        violations.add(law + ": " + call);
    }

    private Subject subject(Call call) {
        return subjects.computeIfAbsent(call.subject(), _ -> new Subject());
    }

    /// A call begins.
    public synchronized void called(Call call) {
        Subject subject = subject(call);
        if (!subject.underWay.isEmpty()) {
            violation("another call is under way", call);
        }
        subject.underWay.add(call);
        if (deadTokens.contains(call.token())
                || call.identifier().filter(deadIdentifiers::contains).isPresent()) {
            violation("the resource was removed before", call);
        }
        requireToken(call);
        call.context().ifPresent(told -> requireContext(call, told));
        requireSettled(subject, call);
        if (!subject.tokens.contains(call.token())) {
            subject.tokens.add(call.token());
        }
        call.identifier().ifPresent(subject.identifiers::add);
        if (call.action() == Action.CREATE) {
            subject.unsettled.add(call.token());
        }
    }

    private void requireToken(Call call) {
        String deed = deeds.putIfAbsent(call.token(), call.deed());
        if (deed != null && !deed.equals(call.deed())) {
            violation("the token was that of the " + deed, call);
            return;
        }
        String input = inputs.putIfAbsent(call.token(), call.input());
        if (input != null && !input.equals(call.input())) {
            violation("it is repeated with another input, which was " + input, call);
        }
    }

    private void requireContext(Call call, String told) {
        Set<Giver> givers = contexts.getOrDefault(told, Set.of());
        if (!givers.contains(new Giver(call.action(), call.token()))) {
            violation("the callback context was given by " + givers, call);
        }
    }

    private void requireSettled(Subject subject, Call call) {
        boolean changes = call.action() == Action.CREATE || (call.action() != Action.DELETE && !call.named());
        if (changes && subject.unsettled.stream().anyMatch(other -> !other.equals(call.token()))) {
            violation("an earlier create is not settled, " + subject.unsettled, call);
        }
        int place = subject.tokens.indexOf(call.token());
        if (call.action() == Action.CREATE
                && place >= 0
                && place < subject.tokens.size() - 1
                && !leftBehind.contains(call.token())) {
            violation("a later token has been seen, " + subject.tokens, call);
        }
    }

    /// A create has made it, whether the control plane hears of that or not: a delete that finds it settles the create.
    public synchronized void made(String identifier, String token) {
        makers.put(identifier, token);
    }

    /// A call has come to its end, and this is what the control plane was told.
    ///
    /// @param identifier of the physical resource, if it was told
    /// @param context to come back with
    public synchronized void answered(Call call, Heard heard, Optional<String> identifier, Optional<String> context) {
        Subject subject = subject(call);
        subject.underWay.remove(call);
        if (heard == Heard.REFUSED && call.action() != Action.CREATE) {
            subject.tokens.remove(call.token());
        }
        identifier.ifPresent(subject.identifiers::add);
        context.ifPresent(told ->
                contexts.computeIfAbsent(told, _ -> new HashSet<>()).add(new Giver(call.action(), call.token())));
        if (call.action() == Action.CREATE && (heard == Heard.DONE || heard == Heard.REFUSED)) {
            subject.unsettled.remove(call.token());
        }
        boolean found = (call.action() == Action.UPDATE && heard == Heard.REFUSED) || heard == Heard.DONE;
        if (call.named() && found) {
            subject.unsettled.clear();
        }
        if (call.action() == Action.DELETE && heard == Heard.DONE) {
            // What is still being made of it is gone with it.
            subject.unsettled.removeIf(token -> madeBy(token, call.identifier().orElse("")));
        }
        if (call.action() == Action.CREATE) {
            identifier.ifPresent(name -> {
                made(name, call.token());
                deadIdentifiers.remove(name);
            });
        }
    }

    private boolean madeBy(String token, String identifier) {
        return token.equals(makers.get(identifier));
    }

    /// The process has ended: no call is under way any more.
    public synchronized void killed() {
        subjects.values().forEach(subject -> subject.underWay.clear());
    }

    /// The resource no longer has anything to do with what the create with this token has made, which is to be deleted
    /// on its own.
    public synchronized void leftBehind(String token) {
        leftBehind.add(token);
        subjects.values().forEach(subject -> subject.unsettled.remove(token));
    }

    /// The control plane says that the resource is no more.
    public synchronized void removed(String removed) {
        Subject subject = subjects.remove(removed);
        if (subject == null) {
            return;
        }
        subject.tokens.stream().filter(token -> !leftBehind.contains(token)).forEach(deadTokens::add);
        deadIdentifiers.addAll(subject.identifiers);
    }
}
