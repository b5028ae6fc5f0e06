package fairlead.server.stack.step;

import fairlead.server.operation.Failure;
import fairlead.server.problem.FailureCode;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackNode.Progress;
import fairlead.server.stack.record.StackNode.Report;
import fairlead.server.stack.record.StackNode.Subject;
import fairlead.server.stack.record.StackNode.Terms;
import fairlead.server.stack.record.StackNode.Verb;
import fairlead.server.stack.record.StackNode.Work;
import fairlead.server.stack.record.StackOutputs;
import fairlead.server.stack.record.StackStatus;
import fairlead.server.stack.record.StackTables;
import fairlead.server.stack.step.StackOrder.OnFailure;
import fairlead.server.stack.step.StackOrder.Purpose;
import fairlead.server.stack.step.StackPhase.Next;
import fairlead.server.stack.template.Compilation;
import fairlead.stack.document.Document;
import fairlead.stack.document.Node;
import fairlead.stack.document.Node.Retention;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// From one phase of an operation to the next: which there is, and what every node has to do in it.
public final class Transitions {

    private final StackWork work;
    private final StackTables tables;
    private final Supplier<List<String>> usedBefore;

    /// @param usedBefore which exports of others the template uses that was applied last
    public Transitions(StackWork work, StackTables tables, Supplier<List<String>> usedBefore) {
        this.usedBefore = usedBefore;
        this.work = work;
        this.tables = tables;
    }

    // -- the beginning ----------------------------------------------------------------------------------------------

    /// All nodes of a document are to be made or changed. What it uses of other stacks stays there meanwhile.
    public StackProgress toForward(Compilation compilation) {
        Document document = compilation.document();
        Stack stack = work.stack();
        work.besides(transaction -> tables.exports().addImports(transaction, stack, compilation.imports()));
        int position = 0;
        for (Node node : document.nodes().values()) {
            int place = position++;
            StackNode next = work.find(node.key())
                    .map(known -> again(known, node).placed(place))
                    .orElseGet(() -> fresh(node, 0, place));
            work.put(next.with(Work.due(Verb.NONE)));
        }
        for (StackNode node : work.nodes()) {
            if (!document.nodes().containsKey(node.key()) && !node.isGone()) {
                work.put(node.with(Work.NONE));
            }
        }
        return work.progress().anew(StackProgress.Phase.FORWARD);
    }

    private StackNode fresh(Node node, int generation, int position) {
        Subject none = new Subject(
                node.kind(),
                node.type(),
                Optional.empty(),
                generation,
                work.stack().content().objectNode(),
                Terms.of(node));
        Report nothing = new Report("", "", work.now());
        return new StackNode(work.stack().id(), node.key(), position, none, nothing, Work.NONE, Optional.empty());
    }

    /// What a node was before an operation that was left as it failed is still what it goes back to.
    private StackNode again(StackNode known, Node node) {
        if (!known.isThere()) {
            return fresh(node, known.present().generation(), known.position());
        }
        return known;
    }

    /// All is deleted that there is, but for what stays.
    public StackProgress toRemoval(boolean undoes) {
        for (StackNode node : work.nodes()) {
            if (node.isGone()) {
                continue;
            }
            node.replaced().ifPresent(old -> work.put(node.leftover(old).with(Work.due(Verb.DELETE))));
            StackNode alone = node.beside(Optional.empty());
            if (!node.isThere()) {
                work.put(alone.with(Work.NONE));
            } else if (undoes && node.isNewlyImported()) {
                left(alone);
            } else if (stays(node, undoes)) {
                work.tell(alone.with(Work.due(Verb.DELETE).ended(Progress.DONE)), "DELETE_SKIPPED", "");
            } else {
                work.put(alone.with(Work.due(Verb.DELETE)));
            }
        }
        return work.progress().anew(StackProgress.Phase.REMOVAL);
    }

    /// The stack has it no longer, and it stays as it is.
    private StackNode left(StackNode node) {
        StackNode gone =
                node.beside(Optional.empty()).with(Work.due(Verb.DELETE).ended(Progress.DONE));
        work.tell(gone, "DELETE_SKIPPED", Texts.WAS_THERE);
        return work.node(node.key());
    }

    private boolean stays(StackNode node, boolean undoes) {
        if (work.order().retain().contains(node.key())) {
            return true;
        }
        return switch (node.present().terms().onRemove()) {
            case DELETE, SNAPSHOT -> false;
            case RETAIN -> !undoes || work.order().retainsOnCreate();
            case RETAIN_EXCEPT_ON_CREATE -> !undoes;
        };
    }

    /// What a failed update has done is undone.
    public StackProgress toBackward() {
        for (StackNode node : work.nodes()) {
            work.put(backward(node));
        }
        return work.progress().anew(StackProgress.Phase.BACKWARD);
    }

    private StackNode backward(StackNode node) {
        if (node.isGone()) {
            return node;
        }
        if (node.work().verb() == Verb.SETTLE) {
            // It was brought back already, and is cleaned when all else was.
            return node.with(Work.due(Verb.SETTLE));
        }
        if (node.isLeftover()) {
            return node.with(Work.due(Verb.DELETE));
        }
        if (node.work().verb() == Verb.DISCARD) {
            // It was brought back already; what had taken its place is not gone yet.
            return node.with(Work.due(Verb.DISCARD));
        }
        if (work.order().skip().contains(node.key())) {
            Backward.restored(work, node, Optional.empty());
            return work.node(node.key());
        }
        boolean refused = node.other().isEmpty() && node.work().verb() == Verb.UPDATE;
        return refused
                ? untouched(node)
                : node.other().map(before -> backTo(before, node)).orElse(node.with(Work.NONE));
    }

    /// @param before what it was when the stack was last as its template says
    private StackNode backTo(Subject before, StackNode node) {
        if (node.isNewlyImported()) {
            return left(node);
        }
        if (before.physical().isEmpty()) {
            return node.isThere()
                    ? node.with(Work.due(Verb.DELETE))
                    : node.beside(Optional.empty()).with(Work.NONE);
        }
        return node.replaced().isPresent() ? swapped(node) : node.with(Work.due(Verb.RESTORE));
    }

    /// It was refused before anything was done.
    private StackNode untouched(StackNode node) {
        work.tell(node.with(Work.NONE), "UPDATE_COMPLETE", "");
        return work.node(node.key());
    }

    /// The old resource is there as it was; the new one has to go.
    private StackNode swapped(StackNode node) {
        Subject old = node.other().orElseThrow(() -> new IllegalStateException("nothing was replaced"));
        StackNode back = node.with(old);
        if (node.present().physical().isEmpty()) {
            return untouched(back.beside(Optional.empty()));
        }
        return back.beside(Optional.of(node.present())).with(Work.due(Verb.DISCARD));
    }

    // -- what follows -----------------------------------------------------------------------------------------------

    /// All nodes are as the document says.
    public Next reached(Compilation compilation, List<StackOutputs.Entry> outputs) {
        if (work.order().nested() && work.order().purpose() == Purpose.UPDATE) {
            return prepared(compilation, outputs);
        }
        Stack stack = work.stack();
        Stack applied = stack.applied(StackOutputs.write(outputs));
        work.besides(transaction -> {
            tables.exports().replace(transaction, stack, outputs);
            tables.exports().replaceImports(transaction, stack, compilation.imports());
        });
        work.stack(applied.at(updated(applied)));
        if (work.order().purpose() != Purpose.UPDATE) {
            work.nodes().forEach(node -> work.put(node.with(Work.NONE).beside(Optional.empty())));
            work.status(StackStatus.valueOf(work.order().word() + "_COMPLETE"), "");
            return new Next.Ends(Optional.empty());
        }
        Set<String> wanted = compilation.document().nodes().keySet();
        work.nodes().forEach(node -> work.put(cleaned(node, wanted)));
        work.status(StackStatus.UPDATE_COMPLETE_CLEANUP_IN_PROGRESS, "");
        return new Next.Goes(work.progress().anew(StackProgress.Phase.CLEANUP));
    }

    /// The stack that this one is a node of says whether it stays like that: until then nothing is deleted
    /// that is needed to undo it.
    private Next prepared(Compilation compilation, List<StackOutputs.Entry> outputs) {
        Stack stack = work.stack();
        work.besides(transaction -> tables.exports().add(transaction, stack, outputs));
        Set<String> wanted = compilation.document().nodes().keySet();
        for (StackNode node : work.nodes()) {
            if (!wanted.contains(node.key()) && !node.isGone()) {
                work.put(node.with(Work.due(Verb.DELETE)));
            }
        }
        work.stack(stack.prepared(StackOutputs.write(outputs)));
        work.status(StackStatus.UPDATE_COMPLETE_CLEANUP_IN_PROGRESS, "");
        return new Next.Ends(Optional.empty());
    }

    /// What a change has left is cleaned: the stack that this one is a node of knows by now what becomes of
    /// it.
    public StackProgress toSettled() {
        if (work.stack().status() == StackStatus.UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS) {
            return work.progress().anew(StackProgress.Phase.BACKWARD_CLEANUP);
        }
        uses(usedBefore.get());
        for (StackNode node : work.nodes()) {
            if (!node.isGone()) {
                work.put(node.work().verb() == Verb.DELETE ? unwanted(node) : keptOnly(node));
            }
        }
        return work.progress().anew(StackProgress.Phase.CLEANUP);
    }

    /// Whether what is deleted was made by what is undone.
    public boolean undoes() {
        return switch (work.progress().phase()) {
            case BACKWARD_CLEANUP -> true;
            case REMOVAL -> work.order().purpose() != Purpose.DELETE;
            case BEGIN, FORWARD, CLEANUP, BACKWARD -> false;
        };
    }

    private Stack.Times updated(Stack stack) {
        Optional<Instant> at =
                work.order().purpose() == Purpose.CREATE ? stack.times().updated() : Optional.of(work.now());
        return new Stack.Times(stack.times().created(), at, stack.times().deleted());
    }

    private StackNode cleaned(StackNode node, Set<String> wanted) {
        return wanted.contains(node.key()) ? keptOnly(node) : unwanted(node);
    }

    private StackNode unwanted(StackNode node) {
        node.replaced().ifPresent(old -> work.put(node.leftover(old).with(Work.due(Verb.DELETE))));
        StackNode alone = node.beside(Optional.empty());
        if (!node.isThere()) {
            return alone.with(Work.due(Verb.DELETE).ended(Progress.DONE));
        }
        Retention onRemove = node.present().terms().onRemove();
        if (!node.isLeftover() && (onRemove == Retention.RETAIN || onRemove == Retention.RETAIN_EXCEPT_ON_CREATE)) {
            work.tell(alone.with(Work.due(Verb.DELETE).ended(Progress.DONE)), "DELETE_SKIPPED", "");
            return work.node(node.key());
        }
        return alone.with(Work.due(Verb.DELETE));
    }

    /// What it was before is not wanted any more.
    private StackNode keptOnly(StackNode node) {
        Optional<Subject> old = node.replaced();
        boolean settles =
                node.present().kind() == Node.Kind.STACK && node.other().isPresent();
        if (old.isEmpty() && settles) {
            return node.with(Work.due(Verb.SETTLE));
        }
        if (old.isEmpty()) {
            return node.beside(Optional.empty()).with(Work.NONE);
        }
        if (old.get().terms().onReplace() == Retention.RETAIN) {
            work.event(node, old.get(), "DELETE_SKIPPED", "", new byte[0]);
            return node.beside(Optional.empty()).with(Work.NONE);
        }
        return node.with(Work.due(Verb.DISCARD));
    }

    /// Some nodes could not be made as the document says.
    public Next failed(Collection<String> keys) {
        boolean requested = work.stack().condition().cancelling();
        boolean late = work.progress().cause().equals(Texts.LATE);
        if (work.order().purpose() == Purpose.IMPORT) {
            return forgotten(keys.isEmpty() ? work.progress().cause() : Texts.failedToImport(keys));
        }
        boolean update = work.order().purpose() == Purpose.UPDATE;
        String named = update ? Texts.failedToUpdate(keys) : Texts.failedToCreate(keys);
        String reason = requested
                ? Texts.REQUESTED
                : keys.isEmpty() || late ? work.progress().cause() : named;
        OnFailure then = work.order().onFailure();
        if (then == OnFailure.DO_NOTHING || then == OnFailure.LEAVE) {
            work.status(update ? StackStatus.UPDATE_FAILED : StackStatus.CREATE_FAILED, reason);
            return ends(work.order().nested() ? cause(requested, update) : reason);
        }
        if (update) {
            work.status(StackStatus.UPDATE_ROLLBACK_IN_PROGRESS, reason);
            return new Next.Goes(toBackward());
        }
        boolean deletes = work.order().onFailure() == OnFailure.DELETE;
        work.status(deletes ? StackStatus.DELETE_IN_PROGRESS : StackStatus.ROLLBACK_IN_PROGRESS, reason);
        return new Next.Goes(toRemoval(true));
    }

    /// Nothing was done with what was to be taken over: the stack has it no longer, and that is all.
    public Next forgotten(String reason) {
        work.status(StackStatus.IMPORT_ROLLBACK_IN_PROGRESS, reason);
        for (StackNode node : work.nodes()) {
            if (node.isNewlyImported()) {
                work.tell(node, "IMPORT_ROLLBACK_IN_PROGRESS", "");
                work.tell(work.node(node.key()), "IMPORT_ROLLBACK_COMPLETE", "");
            }
            if (node.isNewlyImported() || !node.isThere()) {
                work.drop(work.node(node.key()));
            } else {
                work.put(node.beside(Optional.empty()).with(Work.NONE));
            }
        }
        uses(usedBefore.get());
        Stack stack = work.stack().abandoned();
        work.stack(stack.with(stack.condition().applied()));
        work.status(StackStatus.IMPORT_ROLLBACK_COMPLETE, "");
        return ends(reason);
    }

    /// What came first, for the stack that this one is a node of.
    private String cause(boolean requested, boolean update) {
        if (requested) {
            return update ? Texts.CANCELLED_UPDATE : Texts.CANCELLED_CREATION;
        }
        String cause = work.progress().cause();
        return work.nodes().stream()
                .filter(node -> node.work().is(Progress.FAILED))
                .filter(node -> node.report().reason().equals(cause))
                .findFirst()
                .map(node -> node.key() + ": " + cause)
                .orElse(cause);
    }

    /// What could be brought back was.
    public Next wentBack() {
        Set<String> failed = work.progress().failed();
        if (!failed.isEmpty()) {
            String reason = Texts.failedToUpdate(failed);
            work.status(StackStatus.UPDATE_ROLLBACK_FAILED, reason);
            return ends(reason);
        }
        if (work.order().nested()) {
            Stack back = work.stack().prepared(work.stack().documents().outputs());
            work.stack(back);
            work.besides(transaction -> tables.exports().replace(transaction, back, StackOutputs.of(back)));
            work.status(StackStatus.UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS, "");
            return new Next.Ends(Optional.empty());
        }
        work.status(StackStatus.UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS, "");
        return new Next.Goes(work.progress().anew(StackProgress.Phase.BACKWARD_CLEANUP));
    }

    /// What could be deleted is.
    public Next cleaned() {
        return switch (work.progress().phase()) {
            case CLEANUP -> {
                forgetDeleted();
                work.status(StackStatus.UPDATE_COMPLETE, "");
                yield new Next.Ends(Optional.empty());
            }
            case BACKWARD_CLEANUP -> {
                forgetDeleted();
                uses(usedBefore.get());
                work.stack(work.stack().abandoned().at(updated(work.stack())));
                work.status(StackStatus.UPDATE_ROLLBACK_COMPLETE, "");
                yield work.order().purpose() == Purpose.SETTLE
                        ? new Next.Ends(Optional.empty())
                        : ends(work.progress().cause());
            }
            case REMOVAL -> removed();
            case BEGIN, FORWARD, BACKWARD ->
                throw new IllegalStateException(
                        "nothing is deleted in " + work.progress().phase());
        };
    }

    /// Rows of what is gone, or was left behind and told so, are forgotten. What has an address and could not be
    /// deleted stays the stack's: its next template says what becomes of it.
    private void forgetDeleted() {
        for (StackNode node : work.nodes()) {
            boolean never =
                    node.work().verb() == Verb.NONE && node.present().physical().isEmpty();
            boolean left = node.work().verb() == Verb.DELETE
                    && node.work().is(Progress.FAILED)
                    && node.present().terms().address().isPresent();
            if (left) {
                work.tell(
                        node.beside(Optional.empty()).with(Work.NONE),
                        "DELETE_SKIPPED",
                        node.report().reason());
            } else if (node.work().verb() == Verb.DELETE || never) {
                work.drop(node);
            } else {
                work.put(node.beside(Optional.empty()).with(Work.NONE));
            }
        }
    }

    /// From now on the stack uses these exports of others, and no others.
    private void uses(List<String> exports) {
        Stack stack = work.stack();
        work.besides(transaction -> tables.exports().replaceImports(transaction, stack, exports));
    }

    private Next removed() {
        Set<String> failed = work.progress().failed();
        boolean left = !failed.isEmpty() && !work.order().force();
        if (work.stack().status() == StackStatus.ROLLBACK_IN_PROGRESS) {
            String reason = left ? Texts.failedToDelete(failed) : "";
            uses(List.of());
            work.status(left ? StackStatus.ROLLBACK_FAILED : StackStatus.ROLLBACK_COMPLETE, reason);
            return ends(left ? reason : work.progress().cause());
        }
        if (left) {
            String reason = Texts.failedToDelete(failed);
            work.status(StackStatus.DELETE_FAILED, reason);
            return ends(reason);
        }
        for (String key : failed) {
            StackNode node = work.node(key);
            work.tell(
                    node.with(node.work().ended(Progress.DONE)),
                    "DELETE_SKIPPED",
                    node.report().reason());
        }
        Stack.Times times = work.stack().times();
        work.stack(work.stack().at(new Stack.Times(times.created(), times.updated(), Optional.of(work.now()))));
        Stack stack = work.stack();
        work.besides(transaction -> {
            tables.exports().replace(transaction, stack, List.of());
            tables.exports().replaceImports(transaction, stack, List.of());
            tables.signals().forgetAll(transaction, stack.id());
            tables.customs().forgetAll(transaction, stack.id());
        });
        work.status(StackStatus.DELETE_COMPLETE, "");
        return work.order().purpose() == Purpose.DELETE || work.order().purpose() == Purpose.DISCARD
                ? new Next.Ends(Optional.empty())
                : ends(work.progress().cause());
    }

    private static Next ends(String reason) {
        return new Next.Ends(Optional.of(new Failure(FailureCode.STACK_OPERATION_FAILED, reason)));
    }
}
