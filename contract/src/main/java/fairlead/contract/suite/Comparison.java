package fairlead.contract.suite;

import fairlead.contract.Agreement;
import fairlead.contract.Breach;
import fairlead.contract.Models;
import fairlead.contract.Rule;
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

/// Compares what was asked for, what was answered and what was read in all lives, and finds who is to blame where
/// they differ.
///
/// Where an answer and a read disagree, either may be wrong. The other verb is the witness: if reads disagree
/// about a property with creates and with updates, and never agree with either, it is the read.
final class Comparison {

    private final Bench bench;
    private final ResourceSchema schema;
    private final Agreement agreement;
    private final Findings findings;
    private final DeclaredDefaults defaults;
    private final List<Facts> lives;

    /// One update.
    ///
    /// @param asked what the thing was before, as it was asked for
    /// @param told what the update answered
    /// @param read what was read afterwards
    record Change(ObjectNode asked, ObjectNode desired, ObjectNode told, ObjectNode read) {}

    /// One life, as far as it was told.
    ///
    /// @param name of the input set
    /// @param again the second of two reads between which nothing happened
    record Facts(
            String name,
            ObjectNode input,
            ObjectNode created,
            ObjectNode read,
            ObjectNode again,
            List<Change> changes) {}

    Comparison(Bench bench, List<Facts> lives) {
        this.bench = bench;
        this.schema = bench.schema;
        this.agreement = bench.agreement;
        this.findings = bench.findings;
        this.defaults = new DeclaredDefaults(schema, agreement);
        this.lives = List.copyOf(lives);
    }

    void judge() {
        for (Facts life : lives) {
            ObjectNode input = schema.withoutWriteOnly(life.input);
            Models.leaves(life.read).stream()
                    .filter(pointer -> input.at(pointer).isMissingNode())
                    .forEach(pointer -> bench.sawDefault(pointer, life.read.at(pointer)));
        }
        for (Facts life : lives) {
            findings.enterAgain("life of " + life.name, life.input);
            ObjectNode input = schema.withoutWriteOnly(life.input);
            lookedAt(life, input);
            requested(life, input);
            defaults(input, input, life.created, Rule.CREATE_COMPLETE);
            unrequested(life, input);
            life.changes.forEach(change -> judge(life, change));
        }
    }

    private void lookedAt(Facts life, ObjectNode input) {
        findings.looked(
                Rule.CREATE_DESIRED_STATE, "properties", Models.leaves(input).size());
        findings.looked(
                Rule.CREATE_COMPLETE, "properties", Models.leaves(life.read).size());
        findings.looked(
                Rule.READ_COMPLETE, "properties", Models.leaves(life.created).size());
    }

    // -- who is to blame ------------------------------------------------------------------------------------------

    /// An answer about a property, and the read after it.
    private record Pair(ObjectNode told, ObjectNode read) {}

    /// Whether reads disagree about a place with every answer of creates and of updates; or, where there are no
    /// updates, show nothing but the identifier.
    private boolean isReadToBlame(String pointer) {
        List<Pair> creates = new ArrayList<>();
        List<Pair> updates = new ArrayList<>();
        for (Facts life : lives) {
            creates.add(new Pair(life.created, life.read));
            life.changes.forEach(change -> updates.add(new Pair(change.told, change.read)));
        }
        if (updates.isEmpty()) {
            return lives.stream().allMatch(life -> schema.equal(life.read, schema.identifierModel(life.read)));
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
        boolean shown = lives.stream()
                .flatMap(life -> Stream.concat(
                        Stream.of(life.read), life.changes.stream().map(Change::read)))
                .anyMatch(read -> !read.at(pointer).isMissingNode());
        return isDefault(pointer, told) || (shown && isIn(schema.readOnly(), pointer));
    }

    // -- a create and the read after it ---------------------------------------------------------------------------

    private void requested(Facts life, ObjectNode input) {
        List<String> unmet = fresh(agreement.unmet(input, life.read));
        List<String> byRead = unmet.stream().filter(this::isReadToBlame).toList();
        tell(Rule.READ_COMPLETE, "The read does not show what was created at ", byRead, input, life.read);
        tell(
                Rule.CREATE_DESIRED_STATE,
                "The read does not show what was asked for at ",
                fresh(unmet),
                input,
                life.read);
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

    private void unrequested(Facts life, ObjectNode input) {
        List<String> lacking = others(life, agreement.lacking(life.read, life.created), input).stream()
                .filter(pointer -> life.created.at(pointer).isMissingNode())
                .toList();
        tell(Rule.CREATE_COMPLETE, "The answer of the create lacks what the read has: ", lacking);
        boolean untold = lives.stream().allMatch(other -> other.changes.isEmpty());
        for (String pointer : others(life, agreement.lacking(life.created, life.read), input)) {
            boolean absent = life.read.at(pointer).isMissingNode();
            boolean byRead = isReadToBlame(pointer) || (absent && (untold || isOwed(pointer, life.created)));
            String what = absent
                    ? "The create answered, and the read lacks, "
                    : "The create and the read after it do not agree about ";
            tell(byRead ? Rule.READ_COMPLETE : Rule.CREATE_COMPLETE, what, List.of(pointer));
        }
    }

    /// Those that were not asked for, that stay the same between two reads, and that nothing was found about yet.
    private List<String> others(Facts life, List<String> pointers, ObjectNode asked) {
        Set<String> moving = new HashSet<>(agreement.lacking(life.read, life.again));
        moving.addAll(agreement.lacking(life.again, life.read));
        return fresh(pointers).stream()
                .filter(pointer -> asked.at(pointer).isMissingNode())
                .filter(pointer -> moving.stream().noneMatch(other -> Models.touch(other, pointer)))
                .filter(pointer -> !isIn(schema.deprecated(), pointer))
                .toList();
    }

    // -- an update and the read after it --------------------------------------------------------------------------

    private void judge(Facts life, Change change) {
        ObjectNode desired = schema.withoutWriteOnly(change.desired);
        ObjectNode asked = schema.withoutWriteOnly(change.asked);
        findings.looked(
                Rule.UPDATE_DESIRED_STATE, "properties", Models.leaves(desired).size());
        findings.looked(
                Rule.UPDATE_COMPLETE, "properties", Models.leaves(change.read).size());
        replaced(change, asked, desired);
        List<String> unmet = fresh(agreement.unmet(desired, change.read));
        List<String> merged = unmet.stream()
                .filter(pointer -> isMerged(pointer, asked, desired, change.read))
                .toList();
        if (!merged.isEmpty()) {
            findings.failed(merged(merged));
        }
        List<String> byRead = fresh(unmet).stream().filter(this::isReadToBlame).toList();
        ObjectNode read = change.read;
        tell(Rule.READ_COMPLETE, "The read does not show what the update answered at ", byRead, desired, read);
        tell(
                Rule.UPDATE_DESIRED_STATE,
                "The read does not show what the update asked for at ",
                fresh(unmet),
                desired,
                read);
        defaults(desired, asked, change.told, Rule.UPDATE_COMPLETE);
        List<String> lacking = others(life, agreement.lacking(change.read, change.told), desired);
        tell(Rule.UPDATE_COMPLETE, "The answer of the update lacks, or has otherwise, what the read has: ", lacking);
        List<String> invented = others(life, agreement.lacking(change.told, change.read), desired);
        List<String> unread = invented.stream()
                .filter(pointer -> isOwed(pointer, change.told))
                .toList();
        tell(Rule.READ_COMPLETE, "The update answered, and the read lacks, ", unread);
        invented = fresh(invented);
        tell(Rule.UPDATE_COMPLETE, "The answer of the update has what the read lacks: ", invented);
    }

    /// What an update no longer asks for, and is still there as it was asked for before.
    private void replaced(Change change, ObjectNode asked, ObjectNode desired) {
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
        Predicate<String> isKept = pointer -> isStill(asked, pointer, change.read) && !isDefault(pointer, asked);
        tell(
                Rule.UPDATE_REPLACES,
                "The read still shows what the update no longer has: ",
                fresh(removed).stream().filter(isKept).toList());
        tell(
                Rule.UPDATE_REPLACES,
                "The read still shows, in an item, what the update no longer has: ",
                fresh(Items.kept(asked, defaults.filled(desired), change.read)));
        tell(
                Rule.UPDATE_REPLACES,
                "The answer of the update still has what was not asked for any more: ",
                fresh(removed).stream()
                        .filter(pointer ->
                                change.read.at(pointer).isMissingNode() && isStill(asked, pointer, change.told))
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
        return declared || bench.isDefault(pointer, value);
    }

    /// Whether a list has what was asked for last and, beside it, what was asked for before.
    static boolean isMerged(String pointer, ObjectNode asked, ObjectNode desired, ObjectNode actual) {
        List<JsonNode> before = List.copyOf(asked.at(pointer).values());
        List<JsonNode> wanted = List.copyOf(desired.at(pointer).values());
        List<JsonNode> found = List.copyOf(actual.at(pointer).values());
        return asked.at(pointer).isArray()
                && desired.at(pointer).isArray()
                && found.size() > wanted.size()
                && found.containsAll(wanted)
                && found.stream().allMatch(item -> wanted.contains(item) || before.contains(item));
    }

    static Breach merged(List<String> pointers) {
        return new Breach(
                Rule.UPDATE_REPLACES,
                "The update added to what was there instead of replacing it at " + String.join(", ", pointers) + ".",
                pointers);
    }

    // -- words ----------------------------------------------------------------------------------------------------

    /// Those that nothing was found about yet; of the identifier the guard has spoken.
    private List<String> fresh(List<String> pointers) {
        Set<String> spoiled = findings.spoiled();
        return pointers.stream()
                .filter(pointer -> spoiled.stream().noneMatch(other -> Models.touch(other, pointer)))
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
            String how = bench.inputs().areGenerated() ? Differing.at(pointers, wanted, found) : "";
            findings.failed(new Breach(rule, words + String.join(", ", pointers) + "." + how, pointers));
        }
    }

    private static boolean isIn(List<PropertyPath> paths, String pointer) {
        List<String> steps = List.of(pointer.substring(1).split("/", -1));
        return paths.stream().anyMatch(path -> path.touches(steps));
    }
}
