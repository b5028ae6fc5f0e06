package fairlead.modelled;

import fairlead.modelled.Waits.Change;
import fairlead.schema.Finding;
import fairlead.schema.ResourceSchema;
import fairlead.smithy.convert.PropertyNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.ShapeId;
import software.amazon.smithy.model.shapes.StructureShape;

/// What a model says in advance of a type that it serves: what can't work, and what works otherwise than one would
/// think. Nothing is called.
///
/// Only what keeps every create from being understood is an error.
final class Rehearsal {

    private static final int MOST_NAMED = 5;

    private final Lifecycle lifecycle;
    private final ResourceSchema schema;
    private final Map<String, String> waiters;
    private final List<Finding> findings = new ArrayList<>();

    private Rehearsal(Lifecycle lifecycle, ResourceSchema schema, Map<String, String> waiters) {
        this.lifecycle = lifecycle;
        this.schema = schema;
        this.waiters = waiters;
    }

    /// What there is to say. Pointers lead into the settings.
    ///
    /// @param waiters the names of those that were chosen, by the words of changes
    static List<Finding> of(Lifecycle lifecycle, ResourceSchema schema, Map<String, String> waiters) {
        Rehearsal rehearsal = new Rehearsal(lifecycle, schema, waiters);
        rehearsal.identifier();
        rehearsal.lostCreates();
        rehearsal.waiters();
        rehearsal.widerOutputs();
        rehearsal.tags();
        return List.copyOf(rehearsal.findings);
    }

    private void identifier() {
        StructureShape output = lifecycle.output(lifecycle.create());
        String create = lifecycle.create().getId().getName();
        for (String property : lifecycle.identifier()) {
            if (isGiven(property)) {
                continue;
            }
            Identity.Told told = lifecycle.identity().told(output, property);
            if (!told.isTold()) {
                error(
                        "smithy.identifier-untold",
                        "the answer of " + create + " does not say what identifies the resource: no member is called '"
                                + property + "', and none stands for it. " + create + " would make something that is"
                                + " never found again; a second file can add the trait resourceIdentifier to the"
                                + " member that has it");
            }
            told.standIn()
                    .ifPresent(member -> warning(
                            "smithy.identifier-stand-in",
                            "'" + member + "' of the answer of " + create + " is taken for '" + property + "'"));
        }
        for (OperationShape operation : List.of(lifecycle.read(), lifecycle.delete())) {
            lifecycle
                    .unbound(operation)
                    .forEach(member -> error(
                            "smithy.identifier-unbound",
                            operation.getId().getName() + " needs '" + member
                                    + "', which no property of the primary identifier gives"));
        }
    }

    private boolean isGiven(String property) {
        return lifecycle.input(lifecycle.create()).members().stream()
                .anyMatch(member -> member.isRequired()
                        && PropertyNames.of(lifecycle.resource(), member).equals(property));
    }

    /// Whether it can be found out what a create has made whose answer was lost.
    private void lostCreates() {
        if (!lifecycle.given()
                && !lifecycle.createHasToken()
                && lifecycle.list().isEmpty()) {
            warning(
                    "smithy.lost-create",
                    lifecycle.create().getId().getName() + " takes neither a name nor a token, and nothing lists what"
                            + " there is: what a create has made whose answer is lost has to be looked for by a"
                            + " person");
        }
    }

    private void waiters() {
        Waits waits = new Waits(lifecycle.resource(), lifecycle.read(), waiters);
        for (Change change : List.of(Change.CREATE, Change.DELETE)) {
            waits.doubt(change)
                    .ifPresent(doubt -> finding(
                            Finding.warning("smithy.waiter-guessed", "/waiters", doubt + "; 'waiters' names another")));
        }
    }

    /// Properties that the service shows with more than it takes.
    private void widerOutputs() {
        Translation translation = new Translation(lifecycle.model(), lifecycle.resource());
        StructureShape output = lifecycle.output(lifecycle.read());
        List<StructureShape> shown = new ArrayList<>(List.of(output));
        output.members().stream()
                .map(member -> lifecycle.model().expectShape(member.getTarget()))
                .flatMap(shape -> shape.asStructureShape().stream())
                .forEach(shown::add);
        List<String> wider = new ArrayList<>();
        for (MemberShape member : lifecycle.input(lifecycle.create()).members()) {
            String property = PropertyNames.of(lifecycle.resource(), member);
            shown.stream()
                    .flatMap(structure -> translation.member(structure, property).stream())
                    .findFirst()
                    .map(back -> wider(member, back, new HashSet<>()))
                    .filter(more -> !more.isEmpty())
                    .ifPresent(more -> wider.add(property + " (" + some(more) + ")"));
        }
        if (!wider.isEmpty()) {
            warning(
                    "smithy.wider-output",
                    "the service shows more than it takes, and the schema has no place for it: "
                            + String.join(", ", wider));
        }
    }

    /// The members of a value that is shown that one which is given does not have, on any level.
    private List<String> wider(MemberShape given, MemberShape shown, Set<ShapeId> passed) {
        Shape one = lifecycle.model().expectShape(given.getTarget());
        Shape other = lifecycle.model().expectShape(shown.getTarget());
        if (one.getId().equals(other.getId()) || !passed.add(other.getId()) || one.getType() != other.getType()) {
            return List.of();
        }
        return other.members().stream()
                .flatMap(member -> one.getMember(member.getMemberName())
                        .map(same -> wider(same, member, passed).stream())
                        .orElseGet(() -> Stream.of(PropertyNames.of(member))))
                .toList();
    }

    private static String some(List<String> names) {
        String rest = names.size() > MOST_NAMED ? " and " + (names.size() - MOST_NAMED) + " more" : "";
        return String.join(", ", names.subList(0, Math.min(names.size(), MOST_NAMED))) + rest;
    }

    private void tags() {
        Optional<String> property = Optional.of(
                        schema.document().at("/tagging/tagProperty").asString(""))
                .filter(pointer -> !pointer.isEmpty());
        TagOperations operations = TagOperations.of(lifecycle.model(), lifecycle.service(), lifecycle.resource());
        if (property.isEmpty()) {
            warning("smithy.tags-kept-here", "tags are kept in the control plane alone: " + why(operations));
        }
    }

    private String why(TagOperations operations) {
        if (operations.all().count() < 3) {
            return "the model has no operations that set, remove and list them";
        }
        return new OwnArn(lifecycle.resource(), schema.document()).isShown()
                ? "the create of the resource takes none"
                : "the operations on them take an ARN, and the resource does not show its own";
    }

    private void error(String id, String message) {
        finding(Finding.error(id, "/resource", message));
    }

    private void warning(String id, String message) {
        finding(Finding.warning(id, "/resource", message));
    }

    private void finding(Finding finding) {
        findings.add(finding);
    }
}
