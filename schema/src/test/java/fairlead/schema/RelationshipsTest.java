package fairlead.schema;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.reference.Documents;
import fairlead.schema.reference.TypeDocuments;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RelationshipsTest {

    private static final JsonNode VPC = JsonMapper.shared().readTree("""
        {"typeName": "AWS::EC2::VPC", "description": "A network.", "additionalProperties": false,
         "properties": {"VpcId": {"type": "string"}}, "primaryIdentifier": ["/properties/VpcId"]}
        """);

    @Test
    void tellAPathToNothingInATypeAtHand() {
        assertThat(findings("/properties/VpId", TypeDocuments.of(List.of(VPC))))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.id()).isEqualTo("schema.relationship-missing");
                    assertThat(finding.isError()).isFalse();
                    assertThat(finding.pointer()).isEqualTo("/properties/Net/relationshipRef/propertyPath");
                    assertThat(finding.message()).contains("AWS::EC2::VPC", "did you mean '/properties/VpcId'?");
                });
    }

    @Test
    void tellNothingOfAPathThatLeadsSomewhere() {
        assertThat(findings("/properties/VpcId", TypeDocuments.of(List.of(VPC))))
                .isEmpty();
    }

    @Test
    void tellNothingOfATypeThatIsNotAtHand() {
        assertThat(findings("/properties/VpId", Documents.none())).isEmpty();
    }

    private static List<Finding> findings(String path, Documents others) {
        JsonNode document = JsonMapper.shared().readTree("""
            {"typeName": "Test::Cloud::Thing", "description": "A thing.", "additionalProperties": false,
             "properties": {"Id": {"type": "string"}, "Net": {"type": "string", "relationshipRef":
              {"typeName": "AWS::EC2::VPC", "propertyPath": "%s"}}},
             "primaryIdentifier": ["/properties/Id"]}
            """.formatted(path));
        return ((Loaded.Valid) ResourceSchema.load(document, others)).warnings();
    }
}
