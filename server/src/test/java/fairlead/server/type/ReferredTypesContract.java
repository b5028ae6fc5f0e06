package fairlead.server.type;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.Finding;
import fairlead.schema.ResourceSchema;
import fairlead.schema.TypeName;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.type.SimulationResults.Refused;
import fairlead.server.type.SimulationResults.Result;
import fairlead.server.type.SimulationResults.Served;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a schema that refers to other documents means to a registration, on whatever database.
abstract class ReferredTypesContract extends OnNodes {

    private static final TypeName SUBNET = TypeName.parse("Initech::Net::Subnet");
    private static final TypeName VPC = TypeName.parse("Initech::Net::Vpc");
    private static final String REFERENCE = "initech-net-vpc.json#/properties/Id";

    private static String type(String name, String... properties) {
        return """
            {'typeName': 'Initech::Net::%s', 'description': 'Of a network.', 'additionalProperties': false,
             'properties': {%s}, 'primaryIdentifier': ['/properties/Id'], 'tagging': {'taggable': false}}
            """.formatted(name, String.join(",", properties)).replace('\'', '"');
    }

    private static String vpc(String pattern) {
        return type("Vpc", "'Id': {'type': 'string', 'pattern': '" + pattern + "'}");
    }

    private static String subnet(String reference) {
        return type("Subnet", "'Id': {'type': 'string'}", "'VpcId': {'$ref': '" + reference + "'}");
    }

    private static String identified(String schema, String id) {
        return schema.replaceFirst("\\{", "{\"\\$id\": \"" + id + "\", ");
    }

    private List<Result> simulate(String... schemas) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (int i = 0; i < schemas.length; i++) {
            files.put("schema-" + i + ".json", schemas[i].getBytes(StandardCharsets.UTF_8));
        }
        return node.registrations.simulate(DEVELOPER, Archives.zip(files)).results();
    }

    private static List<Detail> wrong(Result result) {
        return ((Refused) result).problem().details();
    }

    private static List<String> found(ResourceSchema schema, String model) {
        return schema.validateInput(json(model)).stream()
                .map(finding -> finding.id() + " " + finding.pointer())
                .toList();
    }

    private static ResourceSchema schema(Node node, TypeName name) {
        return node.types.find(name).orElseThrow().current().schema();
    }

    private Node restarted() {
        return node(node.database, "restarted");
    }

    @Nested
    class AReferenceToARegisteredType {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    REFERENCE,
                    "./initech-net-vpc.json#/properties/Id",
                    "initech-net-vpc.json#/properties%2FId",
                    "https://schemas.example.org/v1/initech-net-vpc.json#/properties/Id"
                })
        void isResolved(String reference) {
            simulate(vpc("^vpc-[0-9]+$"));
            assertThat(simulate(subnet(reference))).singleElement().isInstanceOf(Served.class);

            assertThat(found(schema(node, SUBNET), "{'Id': 'a', 'VpcId': 'vpc-1'}"))
                    .isEmpty();
            assertThat(found(schema(node, SUBNET), "{'Id': 'a', 'VpcId': 'net-1'}"))
                    .containsExactly("model.pattern /VpcId");
        }

        @Test
        void isRelativeToTheIdentityOfItsSchema() {
            simulate(identified(vpc("^vpc-[0-9]+$"), "https://schemas.example.org/net/v1"));
            String subnet = identified(subnet("v1#/properties/Id"), "https://schemas.example.org/net/subnet.json");

            assertThat(simulate(subnet)).singleElement().isInstanceOf(Served.class);
            assertThat(found(schema(node, SUBNET), "{'Id': 'a', 'VpcId': 'net-1'}"))
                    .containsExactly("model.pattern /VpcId");
        }

        @Test
        void leadsToTypesWithHandlersAndFromThem() {
            node.register(Archives.example());
            String folder = "example-web-bookmark.json#/properties/Name";
            simulate(type("Link", "'Id': {'type': 'string'}", "'To': {'$ref': '" + folder + "'}"));

            assertThat(found(schema(node, TypeName.parse("Initech::Net::Link")), "{'Id': 'a', 'To': '-'}"))
                    .containsExactly("model.pattern /To");

            simulate(vpc("^vpc-[0-9]+$"));
            node.register(Archives.exampleWith(
                    "::Bookmark",
                    "::Favourite",
                    "\"minLength\": 1,\n      \"maxLength\": 200",
                    "\"$comment\": \"\"",
                    "\"type\": \"string\",\n      \"$comment\": \"\"",
                    "\"$ref\": \"" + REFERENCE + "\""));
            assertThat(found(
                            schema(node, TypeName.parse("Example::Web::Favourite")),
                            "{'Name': 'a', 'Url': 'https://example.org', 'Title': 'net-1'}"))
                    .containsExactly("model.pattern /Title");
        }

        @Test
        void isAFindingWhereTheTypeIsMissing() {
            Detail detail = wrong(simulate(subnet(REFERENCE)).getFirst()).getFirst();

            assertThat(detail.id()).isEqualTo("schema.ref-remote");
            assertThat(detail.target()).isEqualTo("schema.json#/properties/VpcId/$ref");
            assertThat(detail.message()).contains("no type at hand is published as 'initech-net-vpc.json'");
        }

        @Test
        void isAFindingWhereTheTypeHasNoSuchPart() {
            simulate(vpc("^vpc-[0-9]+$"));
            Detail detail = wrong(simulate(subnet("initech-net-vpc.json#/properties/Name"))
                            .getFirst())
                    .getFirst();

            assertThat(detail.id()).isEqualTo("schema.ref-missing");
            assertThat(detail.target()).isEqualTo("schema.json#/properties/VpcId/$ref");
        }
    }

    @Nested
    class WhatWasReferredTo {

        @Test
        void staysTheSameWhenItsTypeChanges() {
            simulate(vpc("^vpc-[0-9]+$"));
            simulate(subnet(REFERENCE));
            simulate(vpc("^network-[0-9]+$"));

            assertThat(found(schema(node, SUBNET), "{'Id': 'a', 'VpcId': 'vpc-1'}"))
                    .isEmpty();
            assertThat(found(schema(restarted(), SUBNET), "{'Id': 'a', 'VpcId': 'vpc-1'}"))
                    .isEmpty();
        }

        @Test
        void staysWhenItsTypeIsTakenAway() {
            simulate(vpc("^vpc-[0-9]+$"));
            simulate(subnet(REFERENCE));
            node.registrations.remove(DEVELOPER, VPC);

            Node restarted = restarted();

            assertThat(restarted.types.find(VPC)).isEmpty();
            assertThat(found(schema(restarted, SUBNET), "{'Id': 'a', 'VpcId': 'net-1'}"))
                    .containsExactly("model.pattern /VpcId");
        }

        @Test
        void mayBeElsewhereAndIsNotAskedForAgain() {
            hosted.put("https://example.org/types/vpc.json", json(vpc("^vpc-[0-9]+$")));
            simulate(identified(subnet("vpc.json#/properties/Id"), "https://example.org/types/subnet.json"));
            hosted.clear();

            assertThat(found(schema(restarted(), SUBNET), "{'Id': 'a', 'VpcId': 'net-1'}"))
                    .containsExactly("model.pattern /VpcId");
        }

        @Test
        void isPartOfTheWholeSchema() {
            simulate(vpc("^vpc-[0-9]+$"));
            simulate(subnet(REFERENCE));

            assertThat(schema(restarted(), SUBNET)
                            .document()
                            .at("/properties/VpcId/$ref")
                            .stringValue())
                    .isEqualTo(REFERENCE);
            assertThat(schema(restarted(), SUBNET)
                            .whole()
                            .at("/properties/VpcId/$ref")
                            .stringValue())
                    .isEqualTo("#/definitions/InitechNetVpcId");
        }
    }

    @Nested
    class TypesThatAreRegisteredTogether {

        private static final String FIRST = type(
                "First",
                "'Id': {'type': 'string', 'pattern': '^f'}",
                "'Second': {'$ref': 'initech-net-second.json#/properties/Id'}");
        private static final String SECOND = type(
                "Second",
                "'Id': {'type': 'string', 'pattern': '^s'}",
                "'First': {'$ref': 'initech-net-first.json#/properties/Id'}");

        @Test
        void mayReferToEachOtherInACircle() {
            assertThat(simulate(FIRST, SECOND)).allMatch(Served.class::isInstance);

            Node restarted = restarted();
            assertThat(found(schema(restarted, TypeName.parse("Initech::Net::First")), "{'Id': 'f', 'Second': 'f'}"))
                    .containsExactly("model.pattern /Second");
            assertThat(found(schema(restarted, TypeName.parse("Initech::Net::Second")), "{'Id': 's', 'First': 's'}"))
                    .containsExactly("model.pattern /First");
        }

        @Test
        void areNothingToReferToIfTheyAreNotSound() {
            String broken = SECOND.replace("[\"/properties/Id\"]", "[\"/properties/Name\"]");
            String third = type("Third", "'Id': {'$ref': 'initech-net-first.json#/properties/Id'}");

            List<Result> results = simulate(FIRST, broken, third, vpc("^vpc-[0-9]+$"));

            assertThat(wrong(results.get(0))).extracting(Detail::id).containsExactly("schema.ref-remote");
            assertThat(wrong(results.get(1))).extracting(Detail::id).contains("schema.pointer-missing");
            assertThat(wrong(results.get(2))).extracting(Detail::id).containsExactly("schema.ref-remote");
            assertThat(results.get(3)).isInstanceOf(Served.class);
        }
    }

    @Nested
    class Advice {

        @Test
        void comesWithTheAnswer() {
            String loose = vpc("vpc-[0-9]+").replace("\"pattern\"", "\"default\": \"net\", \"pattern\"");

            Served served = (Served) simulate(loose).getFirst();

            assertThat(served.warnings())
                    .contains(new Finding(
                            Finding.Severity.WARNING,
                            "schema.default",
                            "schema.json#/properties/Id/default",
                            "expected a match of vpc-[0-9]+, as the schema beside it says, found \"net\""));
        }

        @Test
        void thatIsAnErrorRefuses() {
            String remote = vpc("^vpc-[0-9]+$").replaceFirst("\\{", "{\"remote\": {}, ");

            assertThat(wrong(simulate(remote).getFirst()))
                    .extracting(Detail::id)
                    .contains("schema.remote");
        }
    }
}
