package fairlead.smithy.convert;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import fairlead.smithy.ModelFinding;
import fairlead.smithy.Models;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import software.amazon.smithy.model.Model;
import tools.jackson.databind.JsonNode;

class ConversionTest {

    private static final String CELLAR = """
        $version: "2"
        namespace example
        use aws.api#arnReference
        use aws.api#taggable
        use aws.api#tagEnabled

        @tagEnabled(disableDefaultOperations: true)
        service Wine {
            version: "1"
            resources: [Cellar]
        }

        /// Where <b>bottles</b> are.
        resource Cellar {
            identifiers: {zone: String, cellarName: Name}
            put: PutCellar
            read: GetCellar
            delete: DeleteCellar
            list: ListCellars
            resources: [Bottle]
        }

        @pattern("^[a-z]+$")
        @length(min: 1, max: 20)
        string Name

        @idempotent
        operation PutCellar {
            input := {
                @required zone: String
                @required cellarName: Name
                @required kind: Kind
                temperature: Degrees
                secret: String
                keeper: RoleArn
                places: Places
                labels: Labels
                @idempotencyToken token: String
            }
        }

        @readonly
        operation GetCellar {
            input := { @required zone: String, @required cellarName: Name }
            output := { cellar: CellarDescription }
        }

        structure CellarDescription {
            zone: String
            cellarName: Name
            kind: Kind
            temperature: Degrees
            keeper: RoleArn
            places: Places
            labels: Labels
            bottles: Integer
            since: Timestamp
        }

        @idempotent
        operation DeleteCellar {
            input := { @required zone: String, @required cellarName: Name }
        }

        @readonly
        operation ListCellars {
            input := { @required zone: String }
            output := { cellars: Names }
        }

        list Names { member: Name }

        enum Kind {
            RED = "red"
            WHITE = "white"
        }

        @range(min: -5, max: 20)
        float Degrees

        @arnReference(type: "AWS::IAM::Role")
        string RoleArn

        @uniqueItems
        list Places { member: Place }

        union Place { shelf: Integer, crate: Name }

        map Labels { key: String, value: String }

        @taggable(property: "tags", apiConfig: {tagApi: TagBottle, untagApi: UntagBottle, listTagsApi: ListBottleTags})
        resource Bottle {
            identifiers: {zone: String, cellarName: Name, bottleId: String}
            properties: {year: Integer, tags: Tags}
            create: CreateBottle
            read: GetBottle
            update: UpdateBottle
            operations: [TagBottle, UntagBottle, ListBottleTags]
        }

        operation CreateBottle {
            input := { @required zone: String, @required cellarName: Name, @required year: Integer }
            output := { @required bottleId: String }
        }

        @readonly
        operation GetBottle {
            input := { @required zone: String, @required cellarName: Name, @required bottleId: String }
            output := { year: Integer }
        }

        operation UpdateBottle {
            input := { @required zone: String, @required cellarName: Name, @required bottleId: String, year: Integer }
        }

        structure Tag { key: String, value: String }
        list Tags { member: Tag }
        list TagKeys { member: String }

        operation TagBottle {
            input := { @required zone: String, @required cellarName: Name, @required bottleId: String, tags: Tags }
        }

        operation UntagBottle {
            input := {
                @required zone: String, @required cellarName: Name, @required bottleId: String
                @required @notProperty tagKeys: TagKeys
            }
        }

        @readonly
        operation ListBottleTags {
            input := { @required zone: String, @required cellarName: Name, @required bottleId: String }
            output := { tags: Tags }
        }
        """;

    private static final Conversion.Options ACME = new Conversion.Options(Optional.of("Acme"), Optional.empty(), false);

    private static Conversion.Converted convert(String text, Conversion.Options options) {
        Model model = Models.parse("example.smithy", text).model().orElseThrow();
        return Conversion.of(model, Conversion.services(model).findFirst().orElseThrow(), options);
    }

    private static JsonNode schema(String name) {
        return convert(CELLAR, ACME).types().stream()
                .filter(type -> type.name().equals(name))
                .findFirst()
                .orElseThrow()
                .schema();
    }

    private static List<String> texts(JsonNode array) {
        return array.values().stream().map(JsonNode::asString).toList();
    }

    @Test
    void makesATypeOfEveryResourceThatCanBeRead() {
        assertThat(convert(CELLAR, ACME).types())
                .extracting(Conversion.Type::name)
                .containsExactly("Acme::Wine::Bottle", "Acme::Wine::Cellar");
    }

    @Test
    void makesSchemasThatAreValid() {
        assertThat(convert(CELLAR, ACME).types())
                .allSatisfy(
                        type -> assertThat(ResourceSchema.load(type.schema())).isInstanceOf(Loaded.Valid.class));
    }

    @Test
    void needsToKnowWhoseTypesTheyAre() {
        Conversion.Options nobody = new Conversion.Options(Optional.empty(), Optional.empty(), false);
        assertThat(convert(CELLAR, nobody).findings())
                .extracting(ModelFinding::id)
                .containsExactly("conversion.organization");
    }

    @Nested
    class Identifiers {

        @Test
        void keepTheOrderOfTheModel() {
            assertThat(texts(schema("Acme::Wine::Cellar").path("primaryIdentifier")))
                    .containsExactly("/properties/Zone", "/properties/CellarName");
        }

        @Test
        void thatACallerGivesAreRequiredAndCreateOnly() {
            JsonNode cellar = schema("Acme::Wine::Cellar");
            assertThat(texts(cellar.path("required"))).containsExactly("Zone", "CellarName", "Kind");
            assertThat(texts(cellar.path("createOnlyProperties")))
                    .containsExactly("/properties/Zone", "/properties/CellarName");
        }

        @Test
        void thatTheServiceMakesAreReadOnly() {
            JsonNode bottle = schema("Acme::Wine::Bottle");
            assertThat(texts(bottle.path("readOnlyProperties"))).containsExactly("/properties/BottleId");
            assertThat(texts(bottle.path("createOnlyProperties")))
                    .containsExactly("/properties/Zone", "/properties/CellarName");
        }
    }

    @Nested
    class Properties {

        @Test
        void thatOnlyReadsShowAreReadOnly() {
            assertThat(texts(schema("Acme::Wine::Cellar").path("readOnlyProperties")))
                    .containsExactly("/properties/Bottles", "/properties/Since");
        }

        @Test
        void thatReadsDoNotShowAreWriteOnly() {
            assertThat(texts(schema("Acme::Wine::Cellar").path("writeOnlyProperties")))
                    .containsExactly("/properties/Secret");
        }

        @Test
        void areNotTokensOfRequests() {
            assertThat(schema("Acme::Wine::Cellar").path("properties").has("Token"))
                    .isFalse();
        }

        @Test
        void keepTheirConstraints() {
            JsonNode properties = schema("Acme::Wine::Cellar").path("properties");
            assertThat(properties.path("CellarName")).hasToString("""
                {"type":"string","minLength":1,"maxLength":20,"pattern":"^[a-z]+$"}\
                """);
            assertThat(properties.path("Temperature")).hasToString("""
                {"type":"number","minimum":-5,"maximum":20}\
                """);
            assertThat(properties.path("Since")).hasToString("""
                {"type":"string","format":"date-time"}\
                """);
        }

        @Test
        void thatAreSetsHaveNoOrder() {
            assertThat(schema("Acme::Wine::Cellar").path("properties").path("Places"))
                    .hasToString("""
                        {"type":"array","items":{"$ref":"#/definitions/Place"},"uniqueItems":true,"insertionOrder":false}\
                        """);
        }

        @Test
        void sayWhichTypeTheyReferTo() {
            assertThat(schema("Acme::Wine::Cellar").path("properties").path("Keeper"))
                    .hasToString("""
                        {"type":"string","relationshipRef":{"typeName":"AWS::IAM::Role","propertyPath":"/properties/Arn"}}\
                        """);
        }

        @Test
        void ofOneNameAndTwoTypesAreNoticed() {
            Conversion.Converted converted = convert(
                    CELLAR.replace("kind: Kind\n        temperature", "kind: String\n        temperature"), ACME);
            assertThat(converted.findings())
                    .extracting(ModelFinding::id, ModelFinding::severity)
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple("conversion.two-types", ModelFinding.Severity.WARNING));
        }
    }

    @Nested
    class Definitions {

        @Test
        void areEnumerationsInTheirOlderFormToo() {
            String older = CELLAR.replaceFirst(
                    "(?s)enum Kind \\{.*?}", "@enum([{value: \"red\"}, {value: \"white\"}])\nstring Kind");
            assertThat(convert(older, ACME).types().getLast().schema().at("/definitions/Kind/enum"))
                    .hasToString("[\"red\",\"white\"]");
        }

        @Test
        void areStructuresUnionsMapsAndEnumerations() {
            JsonNode definitions = schema("Acme::Wine::Cellar").path("definitions");
            assertThat(definitions.propertyNames()).containsExactly("Kind", "Labels", "Place");
            assertThat(definitions.path("Kind")).hasToString("""
                {"type":"string","enum":["red","white"]}\
                """);
            assertThat(definitions.path("Labels").path("patternProperties").path(".+"))
                    .hasToString("{\"type\":\"string\"}");
            assertThat(definitions.path("Place").path("oneOf").size()).isEqualTo(2);
        }
    }

    @Nested
    class HandlersOfAType {

        @Test
        void areThoseOfTheLifecycleWithTheirPermissions() {
            JsonNode handlers = schema("Acme::Wine::Cellar").path("handlers");
            assertThat(handlers.propertyNames()).containsExactly("create", "read", "update", "delete", "list");
            assertThat(texts(handlers.path("update").path("permissions"))).containsExactly("wine:PutCellar");
        }

        @Test
        void tellWhatAListNeeds() {
            assertThat(schema("Acme::Wine::Cellar")
                            .path("handlers")
                            .path("list")
                            .path("handlerSchema"))
                    .hasToString("""
                        {"properties":{"Zone":{"$ref":"resource-schema.json#/properties/Zone"}},"required":["Zone"]}\
                        """);
        }
    }

    @Nested
    class Tags {

        @Test
        void areAPropertyThatTheTagOperationsChange() {
            JsonNode bottle = schema("Acme::Wine::Bottle");
            assertThat(bottle.path("tagging")).hasToString("""
                {"taggable":true,"tagOnCreate":false,"tagUpdatable":true,"cloudFormationSystemTags":true,\
                "tagProperty":"/properties/Tags",\
                "permissions":["wine:TagBottle","wine:UntagBottle","wine:ListBottleTags"]}\
                """);
            assertThat(bottle.path("properties")
                            .path("Tags")
                            .path("items")
                            .path("$ref")
                            .asString())
                    .isEqualTo("#/definitions/Tag");
        }

        @Test
        void areDeniedWhereTheModelDoesNotKnowThem() {
            assertThat(schema("Acme::Wine::Cellar").path("tagging")).hasToString("{\"taggable\":false}");
        }
    }
}
