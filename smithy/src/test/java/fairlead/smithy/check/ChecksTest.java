package fairlead.smithy.check;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.smithy.ModelFinding;
import fairlead.smithy.ModelFinding.Severity;
import fairlead.smithy.Models;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChecksTest {

    private static List<ModelFinding> check(String text) {
        String model = """
            $version: "2"
            namespace example
            use aws.api#service
            use aws.api#arn
            use aws.api#arnReference
            """ + text;
        return Checks.of(Models.parse("example.smithy", model).model().orElseThrow());
    }

    @Test
    void findNothingInASoundModel() {
        assertThat(check("""
            @service(sdkId: "Wine")
            service Wine { version: "1", resources: [Cellar] }
            @arn(template: "cellar/{id}")
            resource Cellar { identifiers: {id: String} }
            @arnReference(service: Wine, resource: Cellar)
            string CellarArn
            """)).isEmpty();
    }

    @Test
    void sayWhereAndWhichSentence() {
        assertThat(check("@service(sdkId: \"Wine-Service\")\nservice Wine { version: \"1\" }"))
                .allSatisfy(finding -> {
                    assertThat(finding.file()).isEqualTo("example.smithy");
                    assertThat(finding.line()).isEqualTo(7);
                })
                .extracting(ModelFinding::id, ModelFinding::severity)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("service.sdkId", Severity.ERROR),
                        org.assertj.core.groups.Tuple.tuple("service.sdkId", Severity.WARNING));
    }

    @Test
    void wantEveryServiceToHaveAnIdOfItsOwn() {
        assertThat(check("""
            @service(sdkId: "Wine")
            service Wine { version: "1" }
            @service(sdkId: "Wine")
            service Vine { version: "1" }
            """)).extracting(ModelFinding::id).containsExactly("service.sdkId-unique");
    }

    @Test
    void wantRegionAndAccountInAnAbsoluteArn() {
        assertThat(check("""
            @arn(template: "{id}", absolute: true, noRegion: true)
            resource Cellar { identifiers: {id: String} }
            """)).extracting(ModelFinding::id).containsExactly("arn.absolute-without");
    }

    @Test
    void wantAnAbsoluteArnWhereTheIdentifierIsOne() {
        assertThat(check("""
            @arn(template: "cellar/{id}")
            resource Cellar { identifiers: {id: CellarArn} }
            @arnReference
            string CellarArn
            """)).extracting(ModelFinding::id).containsExactly("arn.identifier");
    }

    @Test
    void wantReferencesToMeanResourcesOfTheirService() {
        assertThat(check("""
            @service(sdkId: "Wine")
            service Wine { version: "1" }
            resource Cellar { identifiers: {id: String} }
            structure Bottle {}
            @arnReference(service: Wine, resource: Cellar)
            string CellarArn
            @arnReference(service: Wine, resource: Bottle)
            string BottleArn
            @arnReference(service: Wine, resource: other.place#Thing)
            string OtherArn
            """))
                .extracting(ModelFinding::id)
                .containsExactlyInAnyOrder("arnReference.closure", "arnReference.resource");
    }

    @Test
    void areWarningsForAModelOfAnotherAuthor() {
        ModelFinding finding =
                check("@service(sdkId: \"1\")\nservice Wine { version: \"1\" }").getFirst();
        assertThat(finding.asWarning().severity()).isEqualTo(Severity.WARNING);
    }
}
