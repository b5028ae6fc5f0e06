package fairlead.server.stack.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import fairlead.server.arm.Plane;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.http.StackDocuments.Given;
import fairlead.server.stack.http.StackDocuments.Present;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackNode.Subject;
import fairlead.server.stack.record.StackNode.Terms;
import fairlead.server.stack.record.StackPlace;
import fairlead.server.stack.template.InvalidTemplate;
import fairlead.server.stack.template.StackScope;
import fairlead.server.stack.template.TemplateLanguage.Source;
import fairlead.server.type.AccountTypes;
import fairlead.stack.document.Document;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Node;
import fairlead.stack.document.Node.Retention;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/// What documents of plain resources become.
class ResourcesLanguageTest {

    private static final String SUBSCRIPTION = Plane.SUBSCRIPTION.substring("/subscriptions/".length());
    private static final StackPlace PLACE = new StackPlace(SUBSCRIPTION, "default", "local");
    private static final String THINGS = "Fairlead.Lab/things/";

    @TempDir
    private static Path folder;

    private static Plane plane;
    private static ResourceSets sets;
    private static AccountTypes types;

    @BeforeAll
    static void start() {
        plane = Plane.start(folder, Duration.ofSeconds(1));
        types = new AccountTypes(plane.types());
        sets = new ResourceSets(types);
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    private static ObjectNode content(String template, boolean prune, StackNode... there) {
        Given given = new Given(PLACE, template, Map.of(), Map.of(), prune, "");
        return sets.of(given, Optional.of(new Present(Documents.empty(), List.of(there))));
    }

    private static Document document(String template, StackNode... there) {
        return compiled(content(template, false, there));
    }

    private static Document compiled(ObjectNode content) {
        return sets.compile(new Source(
                        UUID.randomUUID(),
                        "set",
                        PLACE,
                        content,
                        new StackScope(types, SUBSCRIPTION),
                        _ -> Optional.empty(),
                        _ -> 0))
                .document();
    }

    private static JsonNode member(Document document, String key, String member) {
        var members = ((Expression.ObjectOf) document.node(key).properties()).members();
        return members.get(member) instanceof Expression.Value value ? value.value() : MissingNode.getInstance();
    }

    private static Set<String> members(Document document, String key) {
        return ((Expression.ObjectOf) document.node(key).properties()).members().keySet();
    }

    private static List<String> faults(String template) {
        InvalidTemplate wrong = catchThrowableOfType(InvalidTemplate.class, () -> document(template));
        return wrong.faults().stream()
                .map(fault -> fault.pointer() + " " + fault.text())
                .toList();
    }

    private static StackNode there(String key, String id, String type, Set<String> needs) {
        ObjectNode metadata = Documents.empty().put(StackNode.ADDRESS, id);
        Terms terms = new Terms(needs, Retention.DELETE, Retention.DELETE, metadata);
        ObjectNode applied = Documents.empty().put("Text", "as it was");
        Subject subject = new Subject(Node.Kind.RESOURCE, type, Optional.of("thing-1"), 0, applied, terms);
        return new StackNode(
                UUID.randomUUID(),
                key,
                0,
                subject,
                new StackNode.Report("CREATE_COMPLETE", "", Instant.EPOCH),
                StackNode.Work.NONE,
                Optional.empty());
    }

    @Nested
    class AResource {

        @Test
        void isNamedByItsTypeAndNameOrByItsId() {
            Document document = document("""
                type: Fairlead::Lab::Thing
                name: a
                ---
                type: fairlead.lab/THINGS
                name: b
                resourceGroup: elsewhere
                ---
                id: %s/providers/Fairlead.Lab/things/c
                """.formatted(Plane.GROUP));

            assertThat(document.nodes().keySet())
                    .containsExactly(THINGS + "a", "resourceGroups/elsewhere/providers/" + THINGS + "b", THINGS + "c");
            assertThat(document.node(THINGS + "a").type()).isEqualTo("Fairlead::Lab::Thing");
            assertThat(document.node(THINGS + "a")
                            .metadata()
                            .path(StackNode.ADDRESS)
                            .asString())
                    .isEqualTo(Plane.THINGS + "/a");
        }

        @Test
        void isAskedForWithoutWhatOnlyTheServerSays() {
            Document document = document("""
                id: %s/a
                name: a
                type: Fairlead.Lab/things
                location: Local
                etag: '"1"'
                systemData: {createdBy: someone}
                tags: {env: dev}
                properties: {provisioningState: Succeeded, Id: thing-0123456789abcdef, Generation: 3, Text: hello}
                """.formatted(Plane.THINGS));

            assertThat(members(document, THINGS + "a")).containsExactly("Text", "$tags");
            assertThat(member(document, THINGS + "a", "$tags").path("env").asString())
                    .isEqualTo("dev");
        }

        @Test
        void mayComeInListsAndInAnswersOfLists() {
            String one = "{\"type\": \"Fairlead.Lab/things\", \"name\": \"%s\"}";

            assertThat(document("[" + one.formatted("a") + "," + one.formatted("b") + "]")
                            .nodes())
                    .hasSize(2);
            assertThat(document("{\"value\": [" + one.formatted("a") + "]}").nodes())
                    .hasSize(1);
            assertThat(document("---\n---\n" + one.formatted("a")).nodes()).hasSize(1);
            assertThat(document("# nothing\n").nodes()).isEmpty();
        }

        @Test
        void keepsTheSpellingThatItHasInTheSet() {
            StackNode desk = there(THINGS + "Desk", Plane.THINGS + "/Desk", "Fairlead::Lab::Thing", Set.of());

            Document document = document("{type: Fairlead.Lab/things, name: desk}", desk);

            assertThat(document.nodes().keySet()).containsExactly(THINGS + "Desk");
            assertThat(document.node(THINGS + "Desk")
                            .metadata()
                            .path(StackNode.ADDRESS)
                            .asString())
                    .endsWith("/Desk");
        }
    }

    @Nested
    class TheOrder {

        @Test
        void isThatOfParentsAndOfWhatIsNamed() {
            Document document = document("""
                {type: Fairlead.Lab/racks/slots, name: r/s}
                ---
                {type: Fairlead.Lab/racks, name: r, dependsOn: [a]}
                ---
                {type: Fairlead.Lab/things, name: a, dependsOn: [Fairlead.Lab/things/b]}
                ---
                {type: Fairlead.Lab/things, name: b, dependsOn: [%s/c]}
                ---
                {type: Fairlead.Lab/things, name: c}
                """.formatted(Plane.THINGS));

            assertThat(document.node("Fairlead.Lab/racks/r/slots/s").needs()).containsExactly("Fairlead.Lab/racks/r");
            assertThat(document.node("Fairlead.Lab/racks/r").needs()).containsExactly(THINGS + "a");
            assertThat(document.node(THINGS + "a").needs()).containsExactly(THINGS + "b");
            assertThat(document.node(THINGS + "b").needs()).containsExactly(THINGS + "c");
        }

        @Test
        void isThatOfIdsInProperties() {
            Document document = document("""
                {type: Fairlead.Lab/things, name: a, properties: {Text: "%s/B"}}
                ---
                {type: Fairlead.Lab/things, name: b}
                """.formatted(Plane.THINGS));

            assertThat(document.node(THINGS + "a").needs()).containsExactly(THINGS + "b");
        }

        @Test
        void canBeNone() {
            assertThat(faults("""
                {type: Fairlead.Lab/things, name: a, dependsOn: [b]}
                ---
                {type: Fairlead.Lab/things, name: b, dependsOn: [a]}
                ---
                {type: Fairlead.Lab/things, name: c, dependsOn: [a]}
                """))
                    .singleElement()
                    .asString()
                    .contains("need each other")
                    .contains(THINGS + "a, " + THINGS + "b");
        }
    }

    @Nested
    class WhatIsNoLongerInTheDocuments {

        private static final String ONE = "{type: Fairlead.Lab/things, name: a, dependsOn: []}";

        @Test
        void staysAsItIs() {
            StackNode gone = there(THINGS + "old", Plane.THINGS + "/old", "Fairlead::Lab::Thing", Set.of(THINGS + "a"));

            ObjectNode content = content(ONE, false, gone);

            assertThat(sets.kept(content)).containsExactly(THINGS + "old");
            Node kept = compiled(content).node(THINGS + "old");
            assertThat(kept.needs()).containsExactly(THINGS + "a");
            assertThat(member(compiled(content), THINGS + "old", "Text").asString())
                    .isEqualTo("as it was");
        }

        @Test
        void goesWhenTheSetIsPruned() {
            StackNode gone = there(THINGS + "old", Plane.THINGS + "/old", "Fairlead::Lab::Thing", Set.of());

            ObjectNode content = content(ONE, true, gone);

            assertThat(sets.kept(content)).isEmpty();
            assertThat(compiled(content).nodes().keySet()).containsExactly(THINGS + "a");
        }
    }

    @Nested
    class Faults {

        @Test
        void areAllToldAtOnceEachWithItsPlace() {
            assertThat(faults("""
                type: Fairlead::Lab::Thing
                name: x
                location: mars
                kind: odd
                properties: {Number: many, Settings: {Mode: Shrill}}
                ---
                type: Fairlead::Lab::Thin
                name: y
                properties: 3
                ---
                type: Fairlead.Lab/racks/slots
                name: z
                colour: red
                tags: {a: 1}
                ---
                name: 7
                ---
                3
                """))
                    .containsExactlyInAnyOrder(
                            "/0/kind the type Fairlead.Lab/things does not support 'kind'",
                            "/0/location the set is in the location local, and so is what it has; found 'mars'",
                            "/0/properties/Number expected number, found the string \"many\"",
                            "/0/properties/Settings/Mode expected one of \"Quiet\", \"Normal\", \"Loud\", found the"
                                    + " string \"Shrill\"",
                            "/1/type there is no type 'Fairlead::Lab::Thin' on this server. Did you mean"
                                    + " 'Fairlead::Lab::Thing'?",
                            "/1/properties expected an object, found number",
                            "/2/name expected 2 names for Fairlead.Lab/racks/slots, the outermost first, with / in"
                                    + " between; found 'z'",
                            "/2/colour there is no such member of a resource, expected one of dependsOn, etag, id,"
                                    + " location, name, properties, resourceGroup, sku, systemData, tags, type; what"
                                    + " belongs to the type goes into properties",
                            "/2/tags/a expected a string, found a number",
                            "/3/name expected a text, found number",
                            "/3/type expected a type, such as Fairlead.Lab/things or Fairlead::Lab::Thing, or an id;"
                                    + " found nothing",
                            "/4 expected a resource, an object; found number");
        }

        @Test
        void areContradictionsToTheIdAndResourcesThatAreThereTwice() {
            assertThat(faults("""
                {id: %s/a, name: b, type: Fairlead.Lab/racks}
                ---
                {type: Fairlead.Lab/things, name: A}
                ---
                {id: /subscriptions/11111111-1111-1111-1111-111111111111/resourceGroups/g/providers/Fairlead.Lab/things/q}
                ---
                {id: nowhere}
                """.formatted(Plane.THINGS)))
                    .containsExactlyInAnyOrder(
                            "/0/type the id says 'Fairlead.Lab/things', found 'Fairlead.Lab/racks'",
                            "/0/name the id says 'a', found 'b'",
                            "/0 the resource Fairlead.Lab/things/A is here, and again in another document",
                            "/1 the resource Fairlead.Lab/things/A is in an earlier document already",
                            "/2/id expected a resource of the subscription " + SUBSCRIPTION + ", of which the set is",
                            "/3/id expected an id, /subscriptions/{id}/resourceGroups/{group}/providers/{type}/{name};"
                                    + " found 'nowhere'");
        }

        @Test
        void areNamesThatAreNoneOfTheSetAndParameters() {
            assertThat(faults("{type: Fairlead.Lab/things, name: a, dependsOn: [nobody]}"))
                    .singleElement()
                    .asString()
                    .startsWith("/0/dependsOn/0 expected the id of a resource of the set");
            Given given = new Given(PLACE, "[]", Map.of("Size", "3"), Map.of(), false, "");
            InvalidTemplate wrong = catchThrowableOfType(InvalidTemplate.class, () -> sets.of(given, Optional.empty()));
            assertThat(wrong).hasMessageContaining("has no parameters, found [Size]");
        }

        @Test
        void areTextsThatCanNotBeRead() {
            assertThat(faults("a: [1\n")).singleElement().asString().contains("line ");
        }
    }
}
