package fairlead.schema.reference;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.Finding;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import fairlead.schema.graph.TypeGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
        ResourceSchema subnet = valid(SUBNET, new TypeDocuments(List.of(VPC)));

        assertThat(found(subnet, "{'VpcId':'vpc-1'}")).isEmpty();
        assertThat(found(subnet, "{'VpcId':'net-1'}")).containsExactly("model.pattern /VpcId");
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

        ResourceSchema schema = valid(a, new TypeDocuments(List.of(a, b)));

        assertThat(found(schema, "{'Other':{'Next':{'Back':{'Next':{}}}}}")).isEmpty();
        assertThat(found(schema, "{'Other':{'Next':{'Back':{'Last':1}}}}"))
                .containsExactly("model.unknown-property /Other/Next/Back/Last");
    }

    @Test
    void tellAFlawOfAnotherDocumentAtThemselves() {
        JsonNode broken = type("AWS::EC2::VPC", "'Id':{'type':'string','pattern':'('}");
        JsonNode elsewhere = type("AWS::EC2::VPC", "'Ident':{'type':'string'}");

        assertThat(wrong(SUBNET, new TypeDocuments(List.of(broken))))
                .singleElement()
                .asString()
                .contains("schema.pattern at '/properties/VpcId/$ref'", "(in aws-ec2-vpc.json#/properties/Id/pattern)");
        assertThat(wrong(SUBNET, new TypeDocuments(List.of(elsewhere))))
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

        TypeGraph graph = TypeGraph.of(List.of(VPC, SUBNET, related), new TypeDocuments(List.of(VPC, SUBNET, related)));

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
