package fairlead.server.stack.step;

import fairlead.handler.ErrorCode;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackNode.Progress;
import fairlead.server.stack.record.StackNode.Subject;
import fairlead.server.stack.record.StackNode.Verb;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Deletes what is not wanted; what needs something goes before that. One that can't be deleted keeps what it
/// needs, and nothing else.
public final class Deletion implements StackPhase {

    private static final int AT_ONCE = 64;
    private static final Duration LOOK = Duration.ofMillis(500);

    private final StackWork work;
    private final NodeRunner runner;
    private final Transitions transitions;

    public Deletion(StackWork work, NodeRunner runner, Transitions transitions) {
        this.work = work;
        this.runner = runner;
        this.transitions = transitions;
    }

    @Override
    public Optional<Duration> drive() {
        in(Progress.RUNNING).forEach(node -> ended(node, runner.look(node)));
        Optional<Duration> later = Optional.empty();
        boolean more = true;
        while (more) {
            more = false;
            for (StackNode node : in(Progress.TO_DO)) {
                if (in(Progress.RUNNING).size() < AT_ONCE && isReady(node)) {
                    Optional<Duration> pause = begin(node);
                    later = pause.isPresent() ? pause : later;
                    more |= pause.isEmpty();
                }
            }
            if (!more && in(Progress.RUNNING).isEmpty() && later.isEmpty()) {
                long before = in(Progress.TO_DO).size();
                later = beginRest();
                more = in(Progress.TO_DO).size() < before;
            }
        }
        return !in(Progress.RUNNING).isEmpty() || later.isPresent()
                ? Optional.of(later.orElse(LOOK))
                : Optional.empty();
    }

    /// What can't be deleted keeps no stack from being cleaned. How long until those that could not begin may
    /// be tried again; empty if there is none.
    private Optional<Duration> beginRest() {
        Optional<Duration> later = Optional.empty();
        for (StackNode node : in(Progress.TO_DO)) {
            if (node.work().verb() == Verb.SETTLE) {
                Optional<Duration> pause = settle(node);
                later = pause.isPresent() ? pause : later;
            }
        }
        return later;
    }

    private List<StackNode> in(Progress progress) {
        return work.nodes().stream()
                .filter(Deletion::goes)
                .filter(node -> node.work().is(progress))
                .toList();
    }

    private static boolean goes(StackNode node) {
        return switch (node.work().verb()) {
            case DELETE, DISCARD, SETTLE -> true;
            case NONE, CREATE, IMPORT, UPDATE, REPLACE, RESTORE -> false;
        };
    }

    /// What is deleted of a node, or cleaned.
    private static Subject goner(StackNode node) {
        return node.work().verb() == Verb.DISCARD
                ? node.other().orElseThrow(() -> new IllegalStateException("nothing to discard"))
                : node.present();
    }

    private boolean isReady(StackNode node) {
        return work.nodes().stream()
                .filter(other -> goes(other) && !other.work().is(Progress.DONE))
                .filter(other -> !other.key().equals(node.key()))
                .noneMatch(other -> needs(other).contains(node.name()));
    }

    /// A stack that is to be cleaned has yet what it was before.
    private static Set<String> needs(StackNode node) {
        Set<String> needs = new TreeSet<>(goner(node).terms().needs());
        if (node.work().verb() == Verb.SETTLE) {
            node.other().ifPresent(before -> needs.addAll(before.terms().needs()));
        }
        return needs;
    }

    private Optional<Duration> begin(StackNode node) {
        Subject goner = goner(node);
        if (node.work().verb() == Verb.SETTLE) {
            return settle(node);
        }
        if (!StackVerbs.act(goner.kind()) || goner.physical().isEmpty()) {
            told(node, goner, "DELETE_IN_PROGRESS", "");
            ended(work.node(node.key()), new NodeEnd.Succeeded(Optional.empty()));
            return Optional.empty();
        }
        NodeRunner.Begun begun = runner.beginIfAny(
                node, node.work().verb(), goner, call -> runner.verbs(goner).delete(call, goner, transitions.undoes()));
        if (begun.end() instanceof NodeEnd.Later(var after)) {
            return Optional.of(after);
        }
        told(begun.node(), goner, "DELETE_IN_PROGRESS", "");
        ended(work.node(node.key()), begun.end());
        return Optional.empty();
    }

    private Optional<Duration> settle(StackNode node) {
        NodeRunner.Begun begun = runner.settle(node, "");
        if (begun.end() instanceof NodeEnd.Later(var after)) {
            return Optional.of(after);
        }
        work.put(begun.node());
        ended(work.node(node.key()), begun.end());
        return Optional.empty();
    }

    /// What goes for another that has taken its place is told beside what is told of that.
    private void told(StackNode node, Subject goner, String status, String reason) {
        if (node.work().verb() == Verb.DISCARD) {
            work.put(node);
            work.event(node, goner, status, reason, new byte[0]);
        } else {
            work.tell(node, status, reason);
        }
    }

    private void ended(StackNode node, NodeEnd end) {
        if (node.work().verb() == Verb.SETTLE) {
            settled(node, end);
            return;
        }
        switch (end) {
            case NodeEnd.Running(), NodeEnd.Later _ -> {}
            case NodeEnd.Succeeded _ -> gone(node);
            case NodeEnd.Failed failed when failed.is(ErrorCode.NOT_FOUND) -> gone(node);
            case NodeEnd.Failed(var _, var reason) -> failed(node, reason);
            case NodeEnd.Canceled() -> failed(node, "Resource deletion cancelled");
        }
    }

    /// Whatever a stack has left of itself, it is as it was to be.
    private void settled(StackNode node, NodeEnd end) {
        if (end instanceof NodeEnd.Running) {
            return;
        }
        work.put(node.beside(Optional.empty()).with(StackNode.Work.NONE));
        if (end instanceof NodeEnd.Failed(var _, var reason)) {
            work.event(node, node.present(), node.report().status(), reason, new byte[0]);
        }
    }

    private void gone(StackNode node) {
        told(node.with(node.work().ended(Progress.DONE)), goner(node), "DELETE_COMPLETE", "");
        if (node.work().verb() == Verb.DISCARD) {
            work.put(work.node(node.key()).beside(Optional.empty()).with(StackNode.Work.NONE));
        }
    }

    private void failed(StackNode node, String reason) {
        told(node.with(node.work().ended(Progress.FAILED)), goner(node), "DELETE_FAILED", reason);
        work.progress(work.progress().failing(List.of(node.key()), reason));
    }

    @Override
    public Next next() {
        return transitions.cleaned();
    }
}
