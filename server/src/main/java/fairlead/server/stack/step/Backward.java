package fairlead.server.stack.step;

import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackNode.Progress;
import fairlead.server.stack.record.StackNode.Subject;
import fairlead.server.stack.record.StackNode.Verb;
import fairlead.server.stack.record.StackNode.Work;
import fairlead.stack.document.Node;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Brings back to what they were the nodes that a failed operation has changed; those that others need come
/// last. One that can't be brought back does not keep the others from it.
public final class Backward implements StackPhase {

    private static final int AT_ONCE = 64;
    private static final Duration LOOK = Duration.ofMillis(500);

    private final StackWork work;
    private final NodeRunner runner;
    private final Transitions transitions;

    public Backward(StackWork work, NodeRunner runner, Transitions transitions) {
        this.work = work;
        this.runner = runner;
        this.transitions = transitions;
    }

    @Override
    public Optional<Duration> drive() {
        restoring(Progress.RUNNING).forEach(node -> ended(node, runner.look(node)));
        Optional<Duration> later = Optional.empty();
        for (StackNode node : restoring(Progress.TO_DO)) {
            if (restoring(Progress.RUNNING).size() < AT_ONCE && isReady(node)) {
                Optional<Duration> pause = begin(node);
                later = pause.isPresent() ? pause : later;
            }
        }
        boolean goesOn = !restoring(Progress.RUNNING).isEmpty()
                || later.isPresent()
                || restoring(Progress.TO_DO).stream().anyMatch(this::isReady);
        return goesOn ? Optional.of(later.orElse(LOOK)) : Optional.empty();
    }

    private List<StackNode> restoring(Progress progress) {
        return work.nodes().stream()
                .filter(node ->
                        node.work().verb() == Verb.RESTORE && node.work().is(progress))
                .toList();
    }

    private boolean isReady(StackNode node) {
        return work.nodes().stream()
                .filter(other -> other.work().verb() == Verb.RESTORE)
                .filter(other -> other.present().terms().needs().contains(node.key()))
                .allMatch(
                        other -> other.work().is(Progress.DONE) || other.work().is(Progress.FAILED));
    }

    private Optional<Duration> begin(StackNode node) {
        Subject before = node.other().orElseThrow(() -> new IllegalStateException("nothing to restore"));
        if (!StackVerbs.act(node.present().kind())) {
            work.tell(node, "UPDATE_IN_PROGRESS", "");
            ended(work.node(node.key()), new NodeEnd.Succeeded(before.physical()));
            return Optional.empty();
        }
        NodeRunner.Begun begun = runner.beginIfAny(
                node, Verb.RESTORE, before, call -> runner.verbs(node).restore(call, node.present(), before));
        if (begun.end() instanceof NodeEnd.Later(var after)) {
            return Optional.of(after);
        }
        work.tell(begun.node(), "UPDATE_IN_PROGRESS", "");
        ended(work.node(node.key()), begun.end());
        return Optional.empty();
    }

    private void ended(StackNode node, NodeEnd end) {
        switch (end) {
            case NodeEnd.Running(), NodeEnd.Later _ -> {}
            case NodeEnd.Succeeded(var identifier) -> restored(work, node, identifier);
            case NodeEnd.Failed(var _, var reason) -> failed(node, reason);
            case NodeEnd.Canceled() -> failed(node, Texts.CANCELLED_UPDATE);
        }
    }

    /// It is what it was. A stack has still to be cleaned of what was made in between.
    public static void restored(StackWork work, StackNode node, Optional<String> identifier) {
        Subject before = node.other().orElseThrow();
        Subject there = identifier.map(before::at).orElse(before);
        boolean another = there.kind() == Node.Kind.CUSTOM
                && !there.physical().equals(node.present().physical())
                && node.present().physical().isPresent();
        if (another) {
            // Bringing it back has made another resource: what was there until then goes.
            Subject goner = node.present()
                    .next(node.present().type())
                    .at(node.present().physical().get());
            work.put(node.leftover(goner).with(Work.due(Verb.DELETE)));
        }
        Work next = there.kind() == Node.Kind.STACK ? Work.due(Verb.SETTLE) : Work.NONE;
        StackNode back = node.with(there).beside(Optional.empty()).with(next);
        work.tell(back, "UPDATE_COMPLETE", "");
    }

    private void failed(StackNode node, String reason) {
        work.tell(node.with(node.work().ended(Progress.FAILED)), "UPDATE_FAILED", reason);
        work.progress(work.progress().failing(List.of(node.key()), reason));
    }

    @Override
    public Next next() {
        return transitions.wentBack();
    }
}
