package fairlead.schema.reference;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.Finding;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import fairlead.schema.graph.TypeGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReferencesTest {

    private static final JsonNode VPC = type("AWS::EC2::VPC", "'Id':{'type':'string','pattern':'^vpc-[0-9]+$'}");
    private static final JsonNode SUBNET =
            type("AWS::EC2::Subnet", "'Id':{'type':'string'},'VpcId':{'$ref':'aws-ec2-vpc.json#/properties/Id'}");

    private static JsonNode type(String name, String properties, String... more) {
        return JsonMapper.shared()
                .readTree(("{'typeName':'" + name + "','description':'.','additionalProperties':false,'properties':{"
                                + properties + "},'primaryIdentifier':['/properties/Id']"
                                + (more.length == 0 ? "" : "," + String.join(",", more)) + "}")
                        .replace('\'', '"'));
    }

    private static ResourceSchema valid(JsonNode schema, Documents others) {
        return switch (ResourceSchema.load(schema, others)) {
            case Loaded.Valid(var loaded, var _) -> loaded;
            case Loaded.Invalid(var findings) -> throw new AssertionError(findings);
        };
    }

    private static List<String> wrong(JsonNode schema, Documents others) {
        return switch (ResourceSchema.load(schema, others)) {
            case Loaded.Valid _ -> List.of();
            case Loaded.Invalid(var findings) ->
                findings.stream().map(Finding::toString).toList();
        };
    }

    private static List<String> found(ResourceSchema schema, String model) {
        return schema.validateInput(JsonMapper.shared().readTree(model.replace('\'', '"'))).stream()
                .map(finding -> finding.id() + " " + finding.pointer())
                .toList();
    }

    @Test
    void leadToOtherTypes() {
        ResourceSchema subnet = valid(SUBNET, TypeDocuments.of(List.of(VPC)));

        assertThat(found(subnet, "{'VpcId':'vpc-1'}")).isEmpty();
        assertThat(found(subnet, "{'VpcId':'net-1'}")).containsExactly("model.pattern /VpcId");
    }

    @Test
    void leadToOtherTypesFromADefinitionToo() {
        JsonNode subnet = type(
                "AWS::EC2::Subnet",
                "'Id':{'type':'string'},'VpcId':{'$ref':'#/definitions/Vpc'}",
                "'definitions':{'Vpc':{'$ref':'aws-ec2-vpc.json#/properties/Id'},'Other':{'type':'string'}}");

        ResourceSchema schema = valid(subnet, TypeDocuments.of(List.of(VPC)));

        assertThat(found(schema, "{'VpcId':'vpc-1'}")).isEmpty();
        assertThat(found(schema, "{'VpcId':'net-1'}")).containsExactly("model.pattern /VpcId");
    }

    @Test
    void leadToFilesInAFolderAndToNoOthers(@TempDir Path folder) throws IOException {
        Path inner = Files.createDirectories(folder.resolve("schemas"));
        Files.writeString(inner.resolve("aws-ec2-vpc.json"), VPC.toString());
        Files.writeString(folder.resolve("secret.json"), VPC.toString());
        JsonNode outside = type("A1::B1::C1", "'Id':{'$ref':'../secret.json#/properties/Id'}");

        assertThat(wrong(SUBNET, new FolderDocuments(inner))).isEmpty();
        assertThat(wrong(outside, new FolderDocuments(inner)))
                .singleElement()
                .asString()
                .contains("schema.ref-remote at '/properties/Id/$ref'", "no file " + inner.resolve("secret.json"));
    }

    @Test
    void areRelativeToTheIdentityOfTheirDocument() {
        JsonNode subnet = type(
                "AWS::EC2::Subnet",
                "'Id':{'$ref':'aws-ec2-vpc.json#/properties/Id'}",
                "'$id':'https://example.com/types/aws-ec2-subnet.json'");
        Documents none = uri -> new Lookup.Missing(List.of("asked for " + uri));

        assertThat(wrong(subnet, none))
                .singleElement()
                .asString()
                .contains("asked for https://example.com/types/aws-ec2-vpc.json");
    }

    @Test
    void mayGoInACircleBetweenDocuments() {
        JsonNode a = type(
                "Ini::Tps::First",
                "'Id':{'type':'string'},'Other':{'$ref':'ini-tps-second.json#/definitions/Node'}",
                "'definitions':{'Node':{'type':'object','additionalProperties':false,"
                        + "'properties':{'Back':{'$ref':'ini-tps-second.json#/definitions/Node'}}}}");
        JsonNode b = type(
                "Ini::Tps::Second",
                "'Id':{'type':'string'}",
                "'definitions':{'Node':{'type':'object','additionalProperties':false,"
                        + "'properties':{'Next':{'$ref':'ini-tps-first.json#/definitions/Node'}}}}");

        ResourceSchema schema = valid(a, TypeDocuments.of(List.of(a, b)));

        assertThat(found(schema, "{'Other':{'Next':{'Back':{'Next':{}}}}}")).isEmpty();
        assertThat(found(schema, "{'Other':{'Next':{'Back':{'Last':1}}}}"))
                .containsExactly("model.unknown-property /Other/Next/Back/Last");
    }

    @Test
    void leadToTheDocumentItselfUnderTheNameItIsPublishedUnder() {
        JsonNode self =
                type("Ini::Tps::Self", "'Id':{'type':'string'},'Twin':{'$ref':'ini-tps-self.json#/properties/Id'}");

        ResourceSchema schema = valid(self, Documents.none());

        assertThat(found(schema, "{'Twin':1}")).containsExactly("model.type /Twin");
        assertThat(schema.references()).isEmpty();
        assertThat(schema.whole().at("/properties/Twin/$ref").stringValue()).isEqualTo("#/properties/Id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"self.json", "self.json#", "self.json#name", "https://a.example/self.json#name", "#name"})
    void leadToTheDocumentItselfWhateverIsBehindTheHashOfItsId(String id) {
        JsonNode self = type(
                "Ini::Tps::Self",
                "'Id':{'type':'string'},'Twin':{'$ref':'#/properties/Id'},"
                        + "'Own':{'$ref':'resource-schema.json#/properties/Id'}",
                "'$id':'" + id + "'");

        ResourceSchema schema = valid(self, Documents.none());

        assertThat(found(schema, "{'Twin':1,'Own':2}")).containsExactly("model.type /Twin", "model.type /Own");
    }

    @ParameterizedTest
    @ValueSource(strings = {"other.json#name", "https://a.example/other.json#name", "#name"})
    void ofAnotherDocumentStayThereWhateverIsBehindTheHashOfItsId(String id) {
        JsonNode other = type(
                "Ini::Tps::Other", "'Id':{'type':'string'},'Twin':{'$ref':'#/properties/Id'}", "'$id':'" + id + "'");
        JsonNode user = type(
                "Ini::Tps::User", "'Id':{'type':'integer'},'Other':{'$ref':'ini-tps-other.json#/properties/Twin'}");

        ResourceSchema schema = valid(user, TypeDocuments.of(List.of(other)));

        assertThat(found(schema, "{'Other':1}")).containsExactly("model.type /Other");
    }

    @Test
    void mayBeEscaped() {
        JsonNode odd = type(
                "Ini::Tps::Odd", "'Id':{'type':'string'}", "'definitions':{'Odd':{'a/b':{'ü~ %':{'type':'string'}}}}");
        JsonNode user = type("Ini::Tps::User", "'Id':{'$ref':'ini-tps-odd.json#/definitions/Odd/a~1b/%C3%BC~0%20%25'}");

        ResourceSchema schema = valid(user, TypeDocuments.of(List.of(odd)));

        assertThat(found(schema, "{'Id':1}")).containsExactly("model.type /Id");
        assertThat(schema.whole().at("/properties/Id/$ref").stringValue()).isEqualTo("#/definitions/IniTpsOddOddA1b0");
    }

    @Test
    void ofAnotherDocumentToItselfStayThere() {
        JsonNode other =
                type("Ini::Tps::Other", "'Id':{'type':'string'},'Twin':{'$ref':'resource-schema.json#/properties/Id'}");
        JsonNode user = type(
                "Ini::Tps::User", "'Id':{'type':'integer'},'Other':{'$ref':'ini-tps-other.json#/properties/Twin'}");

        ResourceSchema schema = valid(user, TypeDocuments.of(List.of(other)));

        assertThat(found(schema, "{'Other':'a'}")).isEmpty();
        assertThat(found(schema, "{'Other':1}")).containsExactly("model.type /Other");
    }

    @Test
    void becomeDefinitionsOfTheWholeSchema() {
        JsonNode tag = type(
                "Ini::Tps::Tag",
                "'Id':{'type':'string'}",
                "'definitions':{'Tag':{'type':'object','additionalProperties':false,'properties':{"
                        + "'Key':{'$ref':'#/definitions/Key'},'Parent':{'$ref':'#/definitions/Tag'}}},"
                        + "'Key':{'type':'string','maxLength':3}}");
        JsonNode user = type(
                "Ini::Tps::User",
                "'Id':{'type':'string'},'Tag':{'$ref':'ini-tps-tag.json#/definitions/Tag'}",
                "'definitions':{'IniTpsTagKey':{'type':'integer'}}");
        ResourceSchema schema = valid(user, TypeDocuments.of(List.of(tag)));

        ResourceSchema whole = valid(schema.whole(), Documents.none());

        assertThat(whole.document().path("definitions").propertyNames())
                .containsExactly("IniTpsTagKey", "IniTpsTagTag", "IniTpsTagKey2");
        String model = "{'Tag':{'Key':'four','Parent':{'Parent':{'Key':1}}}}";
        assertThat(found(whole, model)).isEqualTo(found(schema, model)).hasSize(2);
        assertThat(schema.document().has("definitions")).isTrue();
        assertThat(schema.document().at("/properties/Tag/$ref").stringValue()).startsWith("ini-tps-tag.json");
    }

    @Test
    void meanTheSameWhenTheirDocumentsAreKept() {
        ResourceSchema schema = valid(SUBNET, TypeDocuments.of(List.of(VPC)));
        KeptDocuments kept = KeptDocuments.read(new KeptDocuments(schema.references()).json());

        assertThat(found(valid(SUBNET, kept), "{'VpcId':'net-1'}")).containsExactly("model.pattern /VpcId");
    }

    @Test
    void areNotLookedForWhenTheTimeIsOver() {
        Documents late = TypeDocuments.of(List.of(VPC)).until(Instant.EPOCH, Clock.systemUTC());

        assertThat(wrong(SUBNET, late)).singleElement().asString().contains("the time for finding documents was over");
    }

    @Test
    void tellAFlawOfAnotherDocumentAtThemselves() {
        JsonNode broken = type("AWS::EC2::VPC", "'Id':{'type':'string','pattern':'('}");
        JsonNode elsewhere = type("AWS::EC2::VPC", "'Ident':{'type':'string'}");

        assertThat(wrong(SUBNET, TypeDocuments.of(List.of(broken))))
                .singleElement()
                .asString()
                .contains(
                        "schema.pattern-syntax at '/properties/VpcId/$ref'",
                        "(in aws-ec2-vpc.json#/properties/Id/pattern)");
        assertThat(wrong(SUBNET, TypeDocuments.of(List.of(elsewhere))))
                .singleElement()
                .asString()
                .contains("schema.ref-missing at '/properties/VpcId/$ref'", "aws-ec2-vpc.json#/properties/Id");
    }

    @Test
    void showWhatDependsOnWhat() {
        JsonNode related = type(
                "AWS::EC2::Route",
                "'Id':{'type':'string','relationshipRef':{'typeName':'AWS::EC2::Subnet',"
                        + "'propertyPath':'/properties/Id'}}");

        TypeGraph graph = TypeGraph.of(List.of(VPC, SUBNET, related), TypeDocuments.of(List.of(VPC, SUBNET, related)));

        assertThat(graph.text()).isEqualTo("""
            AWS::EC2::Subnet
              /properties/VpcId -> AWS::EC2::VPC /properties/Id ($ref)
            AWS::EC2::Route
              /properties/Id -> AWS::EC2::Subnet /properties/Id (relationshipRef)
            """);
        assertThat(graph.dot())
                .contains("\"AWS::EC2::Subnet\" -> \"AWS::EC2::VPC\" [label=\"VpcId\"];")
                .contains("\"AWS::EC2::Route\" -> \"AWS::EC2::Subnet\" [label=\"Id\"];");
    }
}
