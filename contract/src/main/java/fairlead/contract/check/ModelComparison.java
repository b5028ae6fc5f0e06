package fairlead.contract.check;

import fairlead.contract.Agreement;
import fairlead.contract.Breach;
import fairlead.contract.ListMerge;
import fairlead.contract.Models;
import fairlead.contract.Rule;
import fairlead.contract.call.ModelDifference;
import fairlead.contract.call.ReadOutcome;
import fairlead.contract.call.SuiteContext;
import fairlead.contract.result.Findings;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.draft07.Place;
import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Compares what was asked for, what was answered and what was read in all lifecycles, and finds which handler is
/// wrong where they differ.
///
/// Where an answer and a read disagree, either may be wrong. The other verb is the witness: if reads disagree
/// about a property with creates and with updates, and never agree with either, it is the read.
public final class ModelComparison {

    private final SuiteContext context;
    private final ResourceSchema schema;
    private final Agreement agreement;
    private final Findings findings;
    private final DeclaredDefaults defaults;
    private final List<LifecycleObservation> lifecycles;

    public ModelComparison(SuiteContext context, List<LifecycleObservation> lifecycles) {
        this.context = context;
        this.schema = context.schema;
        this.agreement = context.agreement;
        this.findings = context.findings;
        this.defaults = new DeclaredDefaults(schema, agreement);
        this.lifecycles = List.copyOf(lifecycles);
    }

    public void judge() {
        for (LifecycleObservation lifecycle : lifecycles) {
            ObjectNode input = schema.withoutWriteOnly(lifecycle.input());
            Models.leaves(lifecycle.read()).stream()
                    .filter(pointer -> input.at(pointer).isMissingNode())
                    .forEach(pointer ->
                            context.sawDefault(pointer, lifecycle.read().at(pointer)));
        }
        for (LifecycleObservation lifecycle : lifecycles) {
            findings.enterAgain("lifecycle of " + lifecycle.name(), lifecycle.input());
            ObjectNode input = schema.withoutWriteOnly(lifecycle.input());
            lookedAt(lifecycle, input);
            requested(lifecycle, input);
            defaults(input, input, lifecycle.created(), Rule.CREATE_COMPLETE);
            unrequested(lifecycle, input);
            lifecycle.changes().forEach(change -> judge(lifecycle, change));
        }
    }

    private void lookedAt(LifecycleObservation lifecycle, ObjectNode input) {
        findings.looked(
                Rule.CREATE_DESIRED_STATE, "properties", Models.leaves(input).size());
        findings.looked(
                Rule.CREATE_COMPLETE,
                "properties",
                Models.leaves(lifecycle.read()).size());
        findings.looked(
                Rule.READ_COMPLETE,
                "properties",
                Models.leaves(lifecycle.created()).size());
    }

    // -- which handler is wrong -------------------------------------------------------------------------------------

    /// An answer about a property, and the read after it.
    private record Pair(ObjectNode told, ObjectNode read) {}

    /// Whether reads disagree about a place with every answer of creates and of updates; or, where there are no
    /// updates, show nothing but the identifier.
    private boolean isReadWrong(String pointer) {
        List<Pair> creates = new ArrayList<>();
        List<Pair> updates = new ArrayList<>();
        for (LifecycleObservation lifecycle : lifecycles) {
            creates.add(new Pair(lifecycle.created(), lifecycle.read()));
            lifecycle.changes().forEach(change -> updates.add(new Pair(change.told(), change.read())));
        }
        if (updates.isEmpty()) {
            return lifecycles.stream()
                    .allMatch(lifecycle -> schema.equal(lifecycle.read(), schema.identifierModel(lifecycle.read())));
        }
        return neverAgree(creates, pointer) && neverAgree(updates, pointer);
    }

    private boolean neverAgree(List<Pair> pairs, String pointer) {
        List<Pair> telling = pairs.stream()
                .filter(pair -> !pair.told.at(pointer).isMissingNode())
                .toList();
        return !telling.isEmpty()
                && telling.stream()
                        .allMatch(pair -> agreement.lacking(pair.told, pair.read).stream()
                                .anyMatch(other -> Models.touch(other, pointer)));
    }

    /// Whether a read owes what it lacks: a default, or what can only be read and others show.
    private boolean isOwed(String pointer, ObjectNode told) {
        boolean shown = lifecycles.stream()
                .flatMap(lifecycle -> Stream.concat(
                        Stream.of(lifecycle.read()),
                        lifecycle.changes().stream().map(ObservedUpdate::read)))
                .anyMatch(read -> !read.at(pointer).isMissingNode());
        return isDefault(pointer, told) || (shown && isIn(schema.readOnly(), pointer));
    }

    // -- a create and the read after it ---------------------------------------------------------------------------

    private void requested(LifecycleObservation lifecycle, ObjectNode input) {
        List<String> unmet = fresh(agreement.unmet(input, lifecycle.read()));
        List<String> byRead = unmet.stream().filter(this::isReadWrong).toList();
        tell(Rule.READ_COMPLETE, "The read does not show what was created at ", byRead, input, lifecycle.read());
        tell(
                Rule.CREATE_DESIRED_STATE,
                "The read does not show what was asked for at ",
                fresh(unmet),
                input,
                lifecycle.read());
    }

    private void defaults(ObjectNode asked, ObjectNode before, ObjectNode told, Rule rule) {
        String whose = rule == Rule.CREATE_COMPLETE ? "create" : "update";
        List<String> owed = defaults.owed(asked);
        findings.looked(rule, "defaults", owed.size());
        List<String> missing = owed.stream()
                .filter(pointer -> told.at(pointer).isMissingNode())
                .toList();
        tell(rule, "The answer of the " + whose + " lacks what has a default: ", fresh(missing));
        List<String> wrong = defaults.otherwise(asked, before, told);
        tell(
                rule,
                "The answer of the " + whose + " has another value than the schema's default: ",
                fresh(wrong),
                defaults.filled(asked),
                told);
    }

    private void unrequested(LifecycleObservation lifecycle, ObjectNode input) {
        List<String> lacking =
                others(lifecycle, agreement.lacking(lifecycle.read(), lifecycle.created()), input).stream()
                        .filter(pointer -> lifecycle.created().at(pointer).isMissingNode())
                        .toList();
        tell(Rule.CREATE_COMPLETE, "The answer of the create lacks what the read has: ", lacking);
        boolean untold = lifecycles.stream().allMatch(other -> other.changes().isEmpty());
        for (String pointer : others(lifecycle, agreement.lacking(lifecycle.created(), lifecycle.read()), input)) {
            boolean absent = lifecycle.read().at(pointer).isMissingNode();
            boolean byRead = isReadWrong(pointer) || (absent && (untold || isOwed(pointer, lifecycle.created())));
            String what = absent
                    ? "The create answered, and the read lacks, "
                    : "The create and the read after it do not agree about ";
            tell(byRead ? Rule.READ_COMPLETE : Rule.CREATE_COMPLETE, what, List.of(pointer));
        }
    }

    /// Those that were not asked for, that stay the same between two reads, and that nothing was found about yet.
    private List<String> others(LifecycleObservation lifecycle, List<String> pointers, ObjectNode asked) {
        Set<String> moving = new HashSet<>(agreement.lacking(lifecycle.read(), lifecycle.again()));
        moving.addAll(agreement.lacking(lifecycle.again(), lifecycle.read()));
        return fresh(pointers).stream()
                .filter(pointer -> asked.at(pointer).isMissingNode())
                .filter(pointer -> moving.stream().noneMatch(other -> Models.touch(other, pointer)))
                .filter(pointer -> !isIn(schema.deprecated(), pointer))
                .toList();
    }

    // -- an update and the read after it --------------------------------------------------------------------------

    private void judge(LifecycleObservation lifecycle, ObservedUpdate change) {
        ObjectNode desired = schema.withoutWriteOnly(change.desired());
        ObjectNode asked = schema.withoutWriteOnly(change.asked());
        findings.looked(
                Rule.UPDATE_DESIRED_STATE, "properties", Models.leaves(desired).size());
        findings.looked(
                Rule.UPDATE_COMPLETE, "properties", Models.leaves(change.read()).size());
        replaced(change, asked, desired);
        List<String> unmet = fresh(agreement.unmet(desired, change.read()));
        List<String> merged = unmet.stream()
                .filter(pointer -> ListMerge.isMerged(pointer, asked, desired, change.read()))
                .toList();
        if (!merged.isEmpty()) {
            findings.failed(ListMerge.breach(Rule.UPDATE_REPLACES, merged));
        }
        List<String> byRead = fresh(unmet).stream().filter(this::isReadWrong).toList();
        ObjectNode read = change.read();
        tell(Rule.READ_COMPLETE, "The read does not show what the update answered at ", byRead, desired, read);
        tell(
                Rule.UPDATE_DESIRED_STATE,
                "The read does not show what the update asked for at ",
                fresh(unmet),
                desired,
                read);
        defaults(desired, asked, change.told(), Rule.UPDATE_COMPLETE);
        List<String> lacking = others(lifecycle, agreement.lacking(change.read(), change.told()), desired);
        tell(Rule.UPDATE_COMPLETE, "The answer of the update lacks, or has otherwise, what the read has: ", lacking);
        List<String> invented = others(lifecycle, agreement.lacking(change.told(), change.read()), desired);
        List<String> unread = invented.stream()
                .filter(pointer -> isOwed(pointer, change.told()))
                .toList();
        tell(Rule.READ_COMPLETE, "The update answered, and the read lacks, ", unread);
        invented = fresh(invented);
        tell(Rule.UPDATE_COMPLETE, "The answer of the update has what the read lacks: ", invented);
    }

    /// What an update no longer asks for, and is still there as it was asked for before.
    private void replaced(ObservedUpdate change, ObjectNode asked, ObjectNode desired) {
        List<String> removed = Models.leaves(asked).stream()
                .filter(pointer -> desired.at(pointer).isMissingNode())
                .filter(pointer -> !isIn(schema.readOnly(), pointer))
                .toList();
        findings.looked(Rule.UPDATE_REPLACES, "removed properties", removed.size());
        Models.leaves(desired).stream()
                .filter(pointer -> desired.at(pointer).isArray()
                        && asked.at(pointer).isArray()
                        && !desired.at(pointer).equals(asked.at(pointer)))
                .forEach(_ -> findings.looked(Rule.UPDATE_REPLACES, "replaced lists"));
        Predicate<String> isKept = pointer -> isStill(asked, pointer, change.read()) && !isDefault(pointer, asked);
        tell(
                Rule.UPDATE_REPLACES,
                "The read still shows what the update no longer has: ",
                fresh(removed).stream().filter(isKept).toList());
        tell(
                Rule.UPDATE_REPLACES,
                "The read still shows, in an item, what the update no longer has: ",
                fresh(ShortenedItems.kept(asked, defaults.filled(desired), change.read())));
        tell(
                Rule.UPDATE_REPLACES,
                "The answer of the update still has what was not asked for any more: ",
                fresh(removed).stream()
                        .filter(pointer ->
                                change.read().at(pointer).isMissingNode() && isStill(asked, pointer, change.told()))
                        .toList());
    }

    private boolean isStill(ObjectNode asked, String pointer, ObjectNode now) {
        return !now.at(pointer).isMissingNode()
                && agreement.unmet(asked, now).stream().noneMatch(other -> Models.touch(other, pointer));
    }

    private boolean isDefault(String pointer, ObjectNode model) {
        JsonNode value = model.at(pointer);
        Optional<Place> place = Optional.of(schema.root());
        for (String step : pointer.substring(1).split("/", -1)) {
            place = place.flatMap(p -> p.property(PointerSteps.unescape(step)));
        }
        boolean declared = place.stream()
                .flatMap(p -> p.sources().stream())
                .anyMatch(source -> source.path("default").equals(value));
        return declared || context.isDefault(pointer, value);
    }

    // -- what scenarios see between their steps ---------------------------------------------------------------

    /// What the first read after a create lacks and a later one shows was not applied when the create succeeded.
    ///
    /// @param first what the first read showed
    public static void appliedLate(SuiteContext context, String identifier, ObjectNode input, ObjectNode first) {
        List<String> unmet = context.agreement.unmet(input, first);
        boolean applied = !unmet.isEmpty()
                && context.isGoodLater(
                        identifier,
                        look -> look instanceof ReadOutcome.Found(var later)
                                && context.agreement.unmet(input, later).isEmpty());
        if (applied) {
            context.findings.failed(new Breach(
                    Rule.CREATE_DESIRED_STATE,
                    "The first read after the create does not show what was asked for, and a later one does, at "
                            + String.join(", ", unmet) + ".",
                    unmet));
        }
    }

    /// What the first read shows, a second one shows, too.
    public static void secondRead(SuiteContext context, ObjectNode input, ObjectNode first, ObjectNode second) {
        List<String> unmet = context.agreement.unmet(input, first);
        List<String> lost = context.agreement.unmet(input, second).stream()
                .filter(pointer -> !unmet.contains(pointer))
                .toList();
        if (!lost.isEmpty()) {
            context.findings.failed(new Breach(
                    Rule.READ_COMPLETE,
                    "The second read after the create no longer shows what the first one did at "
                            + String.join(", ", lost) + ".",
                    lost));
        }
    }

    /// A resource has changed that no request was about.
    ///
    /// @param updated whether it was updated before
    public static void changedWithoutRequest(SuiteContext context, boolean updated, String found) {
        context.findings.failed(updated ? Rule.UPDATE_DESIRED_STATE : Rule.CREATE_DESIRED_STATE, found);
    }

    public static void lookedAtSlightChanges(SuiteContext context, int count) {
        context.findings.looked(Rule.UPDATE_DESIRED_STATE, "slight changes", count);
    }

    // -- words ----------------------------------------------------------------------------------------------------

    /// Those that nothing was found about yet; of the identifier the guard has spoken.
    private List<String> fresh(List<String> pointers) {
        Set<String> reported = findings.pointers();
        return pointers.stream()
                .filter(pointer -> reported.stream().noneMatch(other -> Models.touch(other, pointer)))
                .filter(pointer -> !isIn(schema.primaryIdentifier(), pointer))
                .toList();
    }

    private void tell(Rule rule, String words, List<String> pointers) {
        tell(
                rule,
                words,
                pointers,
                schema.document().objectNode(),
                schema.document().objectNode());
    }

    private void tell(Rule rule, String words, List<String> pointers, ObjectNode wanted, ObjectNode found) {
        if (!pointers.isEmpty()) {
            String how = context.inputs().areGenerated() ? ModelDifference.at(pointers, wanted, found) : "";
            findings.failed(new Breach(rule, words + String.join(", ", pointers) + "." + how, pointers));
        }
    }

    private static boolean isIn(List<PropertyPath> paths, String pointer) {
        List<String> steps = List.of(pointer.substring(1).split("/", -1));
        return paths.stream().anyMatch(path -> path.touches(steps));
    }
}
