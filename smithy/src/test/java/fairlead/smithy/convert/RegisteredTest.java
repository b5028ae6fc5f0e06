package fairlead.smithy.convert;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.smithy.Models;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.smithy.model.Model;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What a model says that no schema can.
class RegisteredTest {

    private static JsonNode registration(String traits, String properties, String shapes) {
        Model model = Models.parse("example.smithy", """
            $version: "2"
            namespace example
            use aws.api#service
            use aws.api#arn
            use aws.api#data
            use aws.api#controlPlane
            use aws.api#dataPlane

            @service(sdkId: "Wine", arnNamespace: "wine")
            service Wine { version: "1", resources: [Cellar] }

            %s
            resource Cellar {
                identifiers: {cellarName: String}
                put: PutCellar
                read: GetCellar
            }
            @idempotent
            operation PutCellar { input := { @required cellarName: String, %s } }
            @readonly
            operation GetCellar { input := { @required cellarName: String } output := { %s } }
            %s
            """.formatted(traits, properties, properties, shapes))
                .model()
                .orElseThrow();
        Conversion.Options options = new Conversion.Options(Optional.of("Acme"), Optional.empty(), false);
        return Conversion.services(model)
                .flatMap(service -> Conversion.of(model, service, options).types().stream())
                .findFirst()
                .orElseThrow()
                .registration();
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    @Test
    void isNothingWhereTheModelSaysNothing() {
        assertThat(registration("", "depth: Integer", "")).isEmpty();
    }

    @Test
    void hasTheFormOfArnsWithTheNamesOfTheSchema() {
        assertThat(registration("@arn(template: \"cellar/{cellarName}\")", "depth: Integer", ""))
                .isEqualTo(json(
                        "{\"arn\": \"arn:{AWS::Partition}:wine:{AWS::Region}:{AWS::AccountId}:cellar/{CellarName}\"}"));
    }

    @Test
    void hasClassesWhereTheyDifferFromWhatIsAround() {
        assertThat(registration("", "rules: Rules, @data(\"content\") note: String, tags: Tags", """
            @data("permissions")
            structure Rules {
                who: String
                @data("usage")
                count: Integer
                more: RuleMap
                tags: Tags
            }
            map RuleMap { key: String, value: String }
            @data("tagging")
            list Tags { member: String }
            """))
                .isEqualTo(json("""
                    {"dataClasses": {
                      "/properties/Rules": "permissions",
                      "/properties/Rules/Count": "usage",
                      "/properties/Rules/Tags": "tagging",
                      "/properties/Note": "content",
                      "/properties/Tags": "tagging"}}
                    """));
    }

    @Test
    void hasASensitiveClassWhereItsDepthIsUnknown() {
        assertThat(registration("", "tree: Tree", """
            structure Tree {
                @data("content")
                leaf: String
                branch: Tree
            }
            """))
                .isEqualTo(json("{\"dataClasses\": {\"/properties/Tree/Leaf\": \"content\","
                        + " \"/properties/Tree/Branch\": \"content\"}}"));
    }

    @Test
    void hasTheHandlersOfTheDataPlane() {
        assertThat(registration("@dataPlane", "depth: Integer", ""))
                .isEqualTo(json("{\"dataPlane\": [\"create\", \"read\", \"update\"]}"));
    }
}
