package fairlead.smithy.arn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.schema.arn.ArnTemplate;
import fairlead.schema.arn.Place;
import fairlead.smithy.Models;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.ShapeId;

class ArnsTest {

    private static final Place PLACE = new Place("aws", "eu-west-1", "123456789012");

    private static final Model MODEL =
            Models.parse("example.smithy", """
                $version: "2"
                namespace example
                use aws.api#service
                use aws.api#arn

                @service(sdkId: "Cellars", arnNamespace: "cellar")
                service Cellars {
                    version: "1"
                    resources: [Cellar, Settings, Global, Twin, ByArn]
                }

                @arn(template: "cellar/{cellarId}")
                resource Cellar {
                    identifiers: {cellarId: String}
                    resources: [Bottle]
                }

                @arn(template: "cellar/{cellarId}/bottle/{bottleId}")
                resource Bottle {
                    identifiers: {cellarId: String, bottleId: String}
                }

                @arn(template: "settings")
                resource Settings {}

                @arn(template: "global:{globalId}", noRegion: true, noAccount: true)
                resource Global {
                    identifiers: {globalId: String}
                }

                @arn(template: "cellar/{twinId}")
                resource Twin {
                    identifiers: {twinId: String}
                }

                @arn(template: "{arn}", absolute: true)
                resource ByArn {
                    identifiers: {arn: String}
                }
                """).model().orElseThrow();

    private static final Arns ARNS =
            Arns.of(MODEL, MODEL.expectShape(ShapeId.from("example#Cellars"), ServiceShape.class));

    private static ArnTemplate template(String resource) {
        return ARNS.template(ShapeId.from("example#" + resource)).orElseThrow();
    }

    @Test
    void areTemplatesWithPlaceholdersForWhatRunTimeKnows() {
        assertThat(template("Bottle"))
                .hasToString(
                        "arn:{AWS::Partition}:cellar:{AWS::Region}:{AWS::AccountId}:cellar/{cellarId}/bottle/{bottleId}");
    }

    @Test
    void takeIdentifiersAsTheyAre() {
        assertThat(template("Bottle").expand(PLACE, Map.of("cellarId", "My App", "bottleId", "50%/ü")))
                .isEqualTo("arn:aws:cellar:eu-west-1:123456789012:cellar/My App/bottle/50%/ü");
    }

    @Test
    void lackTheRegionAndAccountThatTheResourceDoesNotHave() {
        assertThat(template("Global").expand(PLACE, Map.of("globalId", "g"))).isEqualTo("arn:aws:cellar:::global:g");
    }

    @Test
    void areTheIdentifierItselfWhereThatIsAnArn() {
        String arn = "arn:aws:other:eu-west-1:1:thing/7";
        assertThat(template("ByArn").expand(PLACE, Map.of("arn", arn))).isEqualTo(arn);
    }

    @Test
    void needEveryIdentifier() {
        assertThatThrownBy(() -> template("Bottle").expand(PLACE, Map.of("cellarId", "c")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'bottleId'");
    }

    @ParameterizedTest
    @CsvSource({
        "Cellar, cellarId, a",
        "Cellar, cellarId, a b%20c",
        "Global, globalId, a.b-c",
        "Cellar, cellarId, with/slash:and colon"
    })
    void givenBackWhatWasPutIn(String resource, String identifier, String value) {
        ArnTemplate template = template(resource);
        assertThat(template.identifiers(template.expand(PLACE, Map.of(identifier, value))))
                .contains(Map.of(identifier, value));
    }

    @Test
    void meanOneResourceWhereOnlyOneFits() {
        assertThat(ARNS.find("arn:aws:cellar:eu-west-1:123456789012:cellar/c/bottle/b"))
                .first()
                .isEqualTo(new Arns.Match(ShapeId.from("example#Bottle"), Map.of("cellarId", "c", "bottleId", "b")));
    }

    @Test
    void meanSeveralResourcesWhereTheyShareATemplate() {
        assertThat(ARNS.find("arn:aws:cellar:eu-west-1:123456789012:cellar/c"))
                .extracting(match -> match.resource().getName())
                .containsExactly("Cellar", "Twin", "ByArn");
    }

    @Test
    void withoutIdentifiersMeanTheOneResourceOfAnAccount() {
        assertThat(ARNS.find("arn:aws:cellar:eu-west-1:123456789012:settings"))
                .contains(new Arns.Match(ShapeId.from("example#Settings"), Map.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "arn:aws:other:eu-west-1:123456789012:settings",
                "arn:aws:cellar::123456789012:settings",
                "arn:aws:cellar:eu-west-1::settings",
                "arn:aws:cellar:eu-west-1:123456789012:settings/more"
            })
    void ofAnotherFormMeanNothingOfTheService(String arn) {
        assertThat(ARNS.find(arn))
                .extracting(match -> match.resource().getName())
                .isEqualTo(List.of("ByArn"));
    }
}
