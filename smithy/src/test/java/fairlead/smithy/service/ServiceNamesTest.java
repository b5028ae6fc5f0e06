package fairlead.smithy.service;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.smithy.Models;
import org.junit.jupiter.api.Test;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.ShapeId;

class ServiceNamesTest {

    private static ServiceShape service(String trait, String name) {
        String text = """
            $version: "2"
            namespace example
            use aws.api#service
            %s
            service %s { version: "2018-03-17" }
            """.formatted(trait, name);
        return Models.parse("example.smithy", text)
                .model()
                .orElseThrow()
                .expectShape(ShapeId.from("example#" + name), ServiceShape.class);
    }

    @Test
    void haveTheDefaultsOfTheSpecification() {
        ServiceShape service = service("@service(sdkId: \"Some Value\")", "FooBaz");
        ServiceNames names = ServiceNames.of(service);
        assertThat(names)
                .isEqualTo(new ServiceNames(
                        new SdkId("Some Value"),
                        "FooBaz",
                        "foobaz",
                        "foobaz.amazonaws.com",
                        "some-value-2018-03-17",
                        "foobaz"));
        assertThat(names.faults(service)).isEmpty();
    }

    @Test
    void areAsTheModelSays() {
        ServiceNames names = ServiceNames.of(service("""
            @service(
                sdkId: "Some Value"
                cloudFormationName: "FooBaz"
                arnNamespace: "myservice"
                cloudTrailEventSource: "myservice.amazon.aws"
                docId: "other-2018"
                endpointPrefix: "my-endpoint"
            )\
            """, "Foo"));
        assertThat(names)
                .isEqualTo(new ServiceNames(
                        new SdkId("Some Value"),
                        "FooBaz",
                        "myservice",
                        "myservice.amazon.aws",
                        "other-2018",
                        "my-endpoint"));
    }

    @Test
    void areMadeOfTheTitleWhereTheModelSaysNothing() {
        assertThat(ServiceNames.of(service("@title(\"Amazon Wine Cellars\")", "Wine"))
                        .sdkId())
                .isEqualTo(new SdkId("Wine Cellars"));
    }

    @Test
    void ofAShapeWithOtherCharactersBreakTheRulesOfNames() {
        ServiceShape service = service("@service(sdkId: \"Commerce\")", "commerce_v2020");
        assertThat(ServiceNames.of(service).faults(service))
                .extracting(ServiceNames.Fault::member, ServiceNames.Fault::given)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("cloudFormationName", false),
                        org.assertj.core.groups.Tuple.tuple("arnNamespace", false));
    }

    @Test
    void withAnotherEventSourceBreakAConvention() {
        ServiceShape service = service(
                "@service(sdkId: \"CloudWatch\", cloudTrailEventSource: \"monitoring.amazonaws.com\")", "Metrics");
        assertThat(ServiceNames.of(service).faults(service))
                .singleElement()
                .satisfies(fault -> assertThat(fault.must()).isFalse());
    }
}
