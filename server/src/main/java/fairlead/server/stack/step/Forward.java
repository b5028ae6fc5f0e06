package fairlead.server.stack.step;

import fairlead.handler.ErrorCode;
import fairlead.schema.ReplacementStrategy;
import fairlead.schema.ResourceSchema;
import fairlead.server.problem.ProblemException;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackNode.Progress;
import fairlead.server.stack.record.StackNode.Subject;
import fairlead.server.stack.record.StackNode.Terms;
import fairlead.server.stack.record.StackNode.Verb;
import fairlead.server.stack.record.StackNode.Work;
import fairlead.server.stack.record.StackOutputs;
import fairlead.server.stack.step.StackOrder.OnFailure;
import fairlead.server.stack.template.Compilation;
import fairlead.server.stack.template.UpdateRules;
import fairlead.stack.NodeChange;
import fairlead.stack.Replacement;
import fairlead.stack.document.Document;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Node;
import fairlead.stack.document.TypeCatalog;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// Makes and changes the nodes of a document, each as soon as what it needs is there.
public final class Forward implements StackPhase {

    private static final int AT_ONCE = 64;
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration SOON = Duration.ofMillis(10);

    private final StackWork work;
    private final NodeRunner runner;
    private final Compilation compilation;
    private final NodeValues values;
    private final TypeCatalog types;
    private final Transitions transitions;
    private final Conflicts conflicts;
    private final SignalWait wait;

    /// Says why a stack can't have some outputs.
    public interface Conflicts {
        Optional<String> with(List<StackOutputs.Entry> outputs);
    }

    public Forward(
            StackWork work,
            NodeRunner runner,
            Compilation compilation,
            NodeValues values,
            TypeCatalog types,
            Transitions transitions,
            Conflicts conflicts) {
        this.work = work;
        this.runner = runner;
        this.compilation = compilation;
        this.values = values;
        this.types = types;
        this.transitions = transitions;
        this.conflicts = conflicts;
        wait = new SignalWait(work, compilation.document(), values.signals());
    }

    private Document document() {
        return compilation.document();
    }

    @Override
    public Optional<Duration> drive() {
        settle();
        boolean failed = isFailed();
        if (failed && (work.order().onFailure() != OnFailure.DO_NOTHING || isCancelled())) {
            recover();
            running().stream().filter(SignalWait::waits).forEach(node -> ended(node, new NodeEnd.Canceled()));
            running().forEach(runner::cancel);
            return running().isEmpty() ? Optional.empty() : Optional.of(LOOK);
        }
        Optional<Duration> later = begin();
        return !running().isEmpty() || later.isPresent() ? Optional.of(later.orElseGet(this::pause)) : Optional.empty();
    }

    /// While nodes only wait there is nothing to look at until a signal comes or their time is over.
    private Duration pause() {
        if (!running().stream().allMatch(SignalWait::waits)) {
            return LOOK;
        }
        wait.pausing(runner);
        Stream<Duration> waits = running().stream().map(wait::left);
        Stream<Duration> limit = work.order().limit().stream().map(all -> all.minus(work.used()));
        return Stream.concat(waits, limit)
                .min(Comparator.naturalOrder())
                .map(left -> left.compareTo(SOON) < 0 ? SOON : left)
                .orElse(LOOK);
    }

    /// A step that was lost with its process may have begun something before it was known that something has
    /// failed. That is followed, too: it has to be undone.
    private void recover() {
        Optional<Duration> _ =
                new Forward(work, runner.recovering(), compilation, values, types, transitions, conflicts).begin();
    }

    private boolean isFailed() {
        return !work.progress().failed().isEmpty() || !work.progress().cause().isEmpty();
    }

    private boolean isCancelled() {
        return work.stack().condition().cancelling();
    }

    private List<StackNode> running() {
        return work.nodes().stream()
                .filter(node -> node.work().is(Progress.RUNNING))
                .toList();
    }

    private void settle() {
        if (isCancelled() && !isFailed()) {
            work.progress(work.progress().failing(List.of(), Texts.REQUESTED));
        }
        running().forEach(node -> ended(node, SignalWait.waits(node) ? wait.look(node) : runner.look(node)));
        boolean late = work.order()
                .limit()
                .filter(limit -> work.used().compareTo(limit) >= 0)
                .isPresent();
        if (late && !isFailed()) {
            work.progress(work.progress().failing(List.of(), Texts.LATE));
        }
    }

    // -- beginning --------------------------------------------------------------------------------------------------

    /// How long until those that could not begin may be tried again; empty if there is none.
    private Optional<Duration> begin() {
        Optional<Duration> later = Optional.empty();
        boolean more = true;
        while (more) {
            more = false;
            for (Node node : document().nodes().values()) {
                if (running().size() >= AT_ONCE) {
                    return later;
                }
                if (isReady(node)) {
                    Optional<Duration> pause = begin(node);
                    later = pause.isPresent() ? pause : later;
                    more |= pause.isEmpty();
                }
            }
        }
        return later;
    }

    private boolean isReady(Node node) {
        boolean untouched = work.node(node.key()).work().is(Progress.TO_DO);
        return untouched
                && node.needs().stream()
                        .filter(document().nodes()::containsKey)
                        .allMatch(need -> work.node(need).work().is(Progress.DONE));
    }

    /// How long until it may be tried again, if it could not begin.
    private Optional<Duration> begin(Node node) {
        StackNode present = work.node(node.key());
        try {
            Desired desired = values.of(node);
            Optional<String> found = Optional.ofNullable(work.order().imports().get(node.key()));
            if (!present.isThere() && found.isPresent()) {
                return take(node, present, desired, found.get());
            }
            if (!present.isThere()) {
                return create(node, present, Verb.CREATE, present.present(), desired);
            }
            Optional<ResourceSchema> schema = types.schema(node.type());
            boolean retyped = !present.present().type().equals(node.type());
            Optional<Replacement> change =
                    NodeChange.between(schema, present.present().applied(), desired.properties());
            boolean sound = !present.report().status().endsWith("_FAILED");
            Drift drift = change.isEmpty() && !retyped ? drift(node, present, desired, schema) : Drift.NONE;
            if (drift == Drift.GONE) {
                return replace(node, present, schema);
            }
            if (!retyped
                    && change.isEmpty()
                    && sound
                    && drift == Drift.NONE
                    && !changesWithin(node, present, desired)) {
                Subject kept = present.present().on(Terms.of(node));
                work.put(present.with(kept).with(Work.NONE));
                return Optional.empty();
            }
            boolean replaced =
                    retyped || change.filter(Replacement.ALWAYS::equals).isPresent();
            boolean another = replaced && (retyped || node.kind() == Node.Kind.RESOURCE);
            boolean same = !retyped && change.isEmpty() && node.kind() != Node.Kind.STACK;
            Optional<String> denial = same ? Optional.empty() : denial(another, present);
            if (denial.isPresent()) {
                return failed(node, present, denial.get());
            }
            return another ? replace(node, present, schema) : update(node, present, desired, false);
        } catch (EvaluationException wrong) {
            return failed(node, present, String.valueOf(wrong.getMessage()));
        } catch (ProblemException refused) {
            NodeEnd end = NodeEnd.of(refused.problem(), node.key());
            return end instanceof NodeEnd.Failed(var _, var reason) ? failed(node, present, reason) : Optional.of(LOOK);
        }
    }

    private Optional<String> denial(boolean another, StackNode present) {
        UpdateRules.Change change = another ? UpdateRules.Change.REPLACE : UpdateRules.Change.MODIFY;
        return compilation
                .rules()
                .denial(change, present.key(), present.present().type());
    }

    private enum Drift {
        NONE,
        CHANGED,
        GONE
    }

    /// Whether a resource is as it was asked for, where the order is to bring back what is not.
    private Drift drift(Node node, StackNode present, Desired desired, Optional<ResourceSchema> schema) {
        if (!work.order().reverts() || node.kind() != Node.Kind.RESOURCE || runner.isRecovering()) {
            return Drift.NONE;
        }
        Optional<ObjectNode> live = runner.verbs(present).read(present.present());
        if (live.isEmpty()) {
            return Drift.GONE;
        }
        return LiveChange.differs(schema, live.get(), desired.properties()) ? Drift.CHANGED : Drift.NONE;
    }

    private boolean changesWithin(Node node, StackNode present, Desired desired) {
        return node.kind() == Node.Kind.STACK
                && runner.verbs(present).changesWithin(present.present(), node.key(), desired.properties());
    }

    private Optional<Duration> failed(Node node, StackNode present, String reason) {
        if (runner.isRecovering()) {
            return Optional.of(LOOK);
        }
        Verb verb = work.verbFor(present);
        StackNode begun = present.with(Work.due(verb));
        work.tell(begun, word(verb) + "_IN_PROGRESS", "");
        ended(work.node(node.key()), new NodeEnd.Failed(Optional.empty(), reason));
        return Optional.empty();
    }

    /// What is there already becomes the node, as it is.
    private Optional<Duration> take(Node node, StackNode present, Desired desired, String physical) {
        if (runner.isRecovering()) {
            return Optional.of(LOOK);
        }
        Subject none = new Subject(
                node.kind(),
                node.type(),
                Optional.empty(),
                present.present().generation(),
                desired.properties(),
                Terms.of(node));
        Subject taken = none.found(physical);
        StackNode asked = present.with(taken).beside(Optional.of(none)).with(Work.due(Verb.IMPORT));
        Optional<String> refusal = runner.verbs(taken).importRefusal(taken);
        if (refusal.isPresent()) {
            work.tell(asked.with(none), "IMPORT_IN_PROGRESS", "", desired.shown());
            failed(work.node(node.key()), refusal.get());
        } else {
            work.tell(asked, "IMPORT_IN_PROGRESS", "", desired.shown());
            StackNode there = work.node(node.key());
            work.tell(there.with(there.work().ended(Progress.DONE)), "IMPORT_COMPLETE", "");
        }
        return Optional.empty();
    }

    private Optional<Duration> create(Node node, StackNode present, Verb verb, Subject subject, Desired desired) {
        Subject wanted = new Subject(
                node.kind(), node.type(), Optional.empty(), subject.generation(), desired.properties(), Terms.of(node));
        Subject before = verb == Verb.REPLACE ? present.present() : wanted;
        StackNode asked =
                present.with(wanted).beside(Optional.of(present.other().orElse(before)));
        wait.prepare(node, subject.generation());
        boolean between = verb == Verb.REPLACE && present.other().isPresent();
        String reason = verb == Verb.REPLACE ? Texts.REPLACES : "";
        if (!StackVerbs.act(node.kind())) {
            if (runner.isRecovering()) {
                return Optional.of(LOOK);
            }
            work.tell(asked.with(Work.due(verb)), word(verb) + "_IN_PROGRESS", reason, desired.shown());
            ended(
                    work.node(node.key()),
                    new NodeEnd.Succeeded(
                            Optional.of(values.nameOf(node, subject.generation(), desired.properties()))));
            return Optional.empty();
        }
        NodeRunner.Begun begun =
                runner.begin(asked, verb, wanted, call -> runner.verbs(wanted).create(call, desired.properties()));
        Optional<Duration> later = begun(begun, word(verb) + "_IN_PROGRESS", reason, desired);
        if (later.isEmpty() && between && !present.isNewlyImported()) {
            // What an operation that has failed made in between goes, whatever becomes of this one.
            work.put(present.leftover(present.present()));
        }
        return later;
    }

    private Optional<Duration> update(Node node, StackNode present, Desired desired, boolean replacing) {
        Subject before = present.present();
        Subject wanted = before.wanting(desired.properties()).on(Terms.of(node));
        StackNode asked =
                present.with(wanted).beside(Optional.of(present.other().orElse(before)));
        if (!StackVerbs.act(node.kind())) {
            if (runner.isRecovering()) {
                return Optional.of(LOOK);
            }
            if (node.kind() == Node.Kind.SIGNALS) {
                return failed(node, present, Texts.NO_UPDATE);
            }
            work.tell(asked.with(Work.due(Verb.UPDATE)), "UPDATE_IN_PROGRESS", "", desired.shown());
            ended(work.node(node.key()), new NodeEnd.Succeeded(before.physical()));
            return Optional.empty();
        }
        NodeRunner.Begun begun = runner.begin(
                asked,
                Verb.UPDATE,
                wanted,
                call -> runner.verbs(wanted).update(call, before, desired.properties(), replacing));
        return begun(begun, "UPDATE_IN_PROGRESS", "", desired);
    }

    private Optional<Duration> begun(NodeRunner.Begun begun, String status, String reason, Desired desired) {
        if (begun.end() instanceof NodeEnd.Later(var after)) {
            return Optional.of(after);
        }
        work.tell(begun.node(), status, reason, desired.shown());
        ended(work.node(begun.node().key()), begun.end());
        return Optional.empty();
    }

    /// Another resource takes its place, under another name if that is generated.
    private Optional<Duration> replace(Node node, StackNode present, Optional<ResourceSchema> schema) {
        Subject next = present.present().next(node.type());
        Node renamed = compilation.replacing(node.key(), next.generation()).node(node.key());
        Desired desired = values.of(renamed);
        boolean inPlace = Terms.of(node).address().isPresent()
                || schema.filter(known -> known.replacementStrategy() == ReplacementStrategy.DELETE_THEN_CREATE)
                        .isPresent();
        if (inPlace && present.present().type().equals(node.type())) {
            return update(node, present, values.of(node), true);
        }
        Optional<String> chosen = schema.flatMap(known -> known.identifier(desired.properties()));
        if (chosen.isPresent()
                && chosen.equals(present.present().physical())
                && present.present().type().equals(node.type())) {
            return failed(node, present, Texts.named(chosen.get()));
        }
        return create(renamed, present, Verb.REPLACE, next, desired);
    }

    // -- ending -----------------------------------------------------------------------------------------------------

    private static String word(Verb verb) {
        return switch (verb) {
            case CREATE -> "CREATE";
            case IMPORT -> "IMPORT";
            case NONE, UPDATE, REPLACE, RESTORE, DELETE, DISCARD, SETTLE -> "UPDATE";
        };
    }

    private void ended(StackNode node, NodeEnd end) {
        Verb verb = node.work().verb();
        switch (end) {
            case NodeEnd.Running(), NodeEnd.Later _ -> {}
            case NodeEnd.Succeeded(var identifier) -> succeeded(node, identifier);
            case NodeEnd.Failed failed
            when verb == Verb.UPDATE && failed.is(ErrorCode.NOT_UPDATABLE) -> replaceInstead(node, failed);
            case NodeEnd.Failed(var _, var reason) -> failed(node, reason);
            case NodeEnd.Canceled() ->
                failed(node, verb == Verb.CREATE ? Texts.CANCELLED_CREATION : Texts.CANCELLED_UPDATE);
        }
    }

    private void succeeded(StackNode node, Optional<String> identifier) {
        Verb verb = node.work().verb();
        Optional<String> physical = identifier.or(() -> node.present().physical());
        StackNode there = isAnother(node, physical)
                ? replaced(node, physical.orElseThrow())
                : physical.map(name -> node.with(node.present().at(name))).orElse(node);
        boolean made = verb == Verb.CREATE || verb == Verb.REPLACE;
        if (made && !SignalWait.waits(node)) {
            String word = word(verb) + "_IN_PROGRESS";
            String reason = verb == Verb.CREATE ? Texts.INITIATED : "";
            work.event(there, there.present(), word, reason, new byte[0]);
        }
        if (made && wait.isDue(node)) {
            wait.begin(there);
            ended(work.node(node.key()), wait.look(work.node(node.key())));
            return;
        }
        work.tell(there.with(there.work().ended(Progress.DONE)), word(verb) + "_COMPLETE", "");
    }

    /// What something outside makes may be another resource after an update: it says so.
    private static boolean isAnother(StackNode node, Optional<String> physical) {
        return node.present().kind() == Node.Kind.CUSTOM
                && node.work().verb() == Verb.UPDATE
                && physical.isPresent()
                && !physical.equals(node.present().physical());
    }

    private StackNode replaced(StackNode node, String physical) {
        Subject present = node.present();
        Subject next = new Subject(
                present.kind(),
                present.type(),
                Optional.of(physical),
                present.generation() + 1,
                present.applied(),
                present.terms());
        work.event(node, next, "UPDATE_IN_PROGRESS", Texts.REPLACES, new byte[0]);
        return node.with(next);
    }

    private void failed(StackNode node, String reason) {
        boolean waited = SignalWait.waits(node) && node.present().kind() == Node.Kind.SIGNALS;
        StackNode left = waited ? node.with(node.present().unmade()) : node;
        work.tell(
                left.with(node.work().ended(Progress.FAILED)), word(node.work().verb()) + "_FAILED", reason);
        work.progress(work.progress().failing(List.of(node.key()), reason));
    }

    /// The handler says that the change can't be made in place.
    private void replaceInstead(StackNode node, NodeEnd.Failed failed) {
        Node wanted = document().nodes().get(node.key());
        Optional<Subject> before = node.other();
        if (wanted == null || before.isEmpty()) {
            failed(node, failed.reason());
            return;
        }
        Optional<String> denial = denial(true, node);
        if (denial.isPresent()) {
            failed(node, denial.get());
            return;
        }
        StackNode again = node.with(before.get());
        Optional<Duration> later = replace(wanted, again, types.schema(wanted.type()));
        later.ifPresent(_ -> failed(node, failed.reason()));
    }

    // -- what follows -----------------------------------------------------------------------------------------------

    @Override
    public Next next() {
        if (isFailed()) {
            return transitions.failed(new TreeSet<>(work.progress().failed()));
        }
        try {
            List<StackOutputs.Entry> outputs = values.outputs(document());
            Optional<String> conflict = conflicts.with(outputs);
            if (conflict.isPresent()) {
                work.progress(work.progress().failing(List.of(), conflict.get()));
                return transitions.failed(new TreeSet<>());
            }
            return transitions.reached(compilation, outputs);
        } catch (EvaluationException wrong) {
            work.progress(work.progress().failing(List.of(), String.valueOf(wrong.getMessage())));
            return transitions.failed(new TreeSet<>());
        } catch (ProblemException refused) {
            work.progress(work.progress().failing(List.of(), refused.problem().message()));
            return transitions.failed(new TreeSet<>());
        }
    }

    /// What a node is to be.
    ///
    /// @param properties with secrets
    /// @param shown a JSON object without them
    public record Desired(ObjectNode properties, byte[] shown) {}
}
