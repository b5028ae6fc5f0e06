package fairlead.server.stack.step;

import fairlead.handler.ErrorCode;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackNode.Progress;
import fairlead.server.stack.record.StackNode.Subject;
import fairlead.server.stack.record.StackNode.Verb;
import fairlead.server.stack.record.StackNode.Work;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What an operation has left that was ended from outside: by its time limit, or by a caller who has
/// cancelled it. The changes of resources that it had begun went on.
final class Unfinished {

    private static final Duration LOOK = Duration.ofMillis(500);

    private final StackWork work;
    private final NodeRunner runner;

    Unfinished(StackWork work, NodeRunner runner) {
        this.work = work;
        this.runner = runner;
    }

    /// Notes what has become of them, before another operation begins: how long until that is looked at
    /// again; empty if none goes on any more.
    Optional<Duration> settle() {
        boolean goesOn = false;
        for (StackNode node : running()) {
            NodeEnd end = runner.look(node);
            if (end instanceof NodeEnd.Running) {
                runner.cancel(node);
                goesOn = true;
            } else {
                settled(node, end);
            }
        }
        return goesOn || settleStacks() ? Optional.of(LOOK) : Optional.empty();
    }

    /// Stacks that are nodes have yet to be cleaned of what an operation has left that was ended in its
    /// cleanup. Whether one goes on.
    private boolean settleStacks() {
        if (work.order().purpose() != StackOrder.Purpose.UPDATE) {
            return false;
        }
        boolean goesOn = false;
        for (StackNode node : work.nodes()) {
            if (node.work().verb() == Verb.SETTLE && node.work().is(Progress.TO_DO)) {
                NodeRunner.Begun begun = runner.settle(node, " before");
                boolean begins = begun.end() instanceof NodeEnd.Running || begun.end() instanceof NodeEnd.Later;
                work.put(begins ? begun.node() : node.beside(Optional.empty()).with(Work.NONE));
                goesOn |= begins;
            }
        }
        return goesOn;
    }

    /// What a cleanup had still to delete of what was replaced is to be deleted by the next one.
    void leave() {
        for (StackNode node : work.nodes()) {
            Optional<Subject> goner = node.work().verb() == Verb.DISCARD ? node.other() : Optional.empty();
            goner.ifPresent(old -> {
                Work work = node.work();
                this.work.put(node.leftover(old).with(new Work(Verb.DELETE, work.progress(), work.operation())));
                this.work.put(node.beside(Optional.empty()).with(Work.NONE));
            });
        }
    }

    private List<StackNode> running() {
        return work.nodes().stream()
                .filter(node -> node.work().is(Progress.RUNNING))
                .toList();
    }

    private void settled(StackNode node, NodeEnd end) {
        boolean done = end instanceof NodeEnd.Succeeded || isGone(node, end);
        StackNode ended = node.with(node.work().ended(done ? Progress.DONE : Progress.FAILED));
        switch (node.work().verb()) {
            case RESTORE -> {
                if (done) {
                    Backward.restored(work, node, identifier(end));
                } else {
                    work.put(ended);
                }
            }
            case SETTLE -> work.put(node.beside(Optional.empty()).with(Work.NONE));
            case DISCARD -> work.put(done ? node.beside(Optional.empty()).with(Work.NONE) : ended);
            case DELETE -> work.tell(ended, done ? "DELETE_COMPLETE" : "DELETE_FAILED", "");
            case NONE, CREATE, IMPORT, UPDATE, REPLACE -> {
                StackNode there = identifier(end)
                        .map(name -> ended.with(ended.present().at(name)))
                        .orElse(ended);
                String word = node.work().verb() == Verb.CREATE ? "CREATE" : "UPDATE";
                work.tell(there, word + (done ? "_COMPLETE" : "_FAILED"), "");
            }
        }
    }

    private static boolean isGone(StackNode node, NodeEnd end) {
        boolean deletes = node.work().verb() == Verb.DELETE || node.work().verb() == Verb.DISCARD;
        return deletes && end instanceof NodeEnd.Failed failed && failed.is(ErrorCode.NOT_FOUND);
    }

    private static Optional<String> identifier(NodeEnd end) {
        return end instanceof NodeEnd.Succeeded(var told) ? told : Optional.empty();
    }
}
