package fairlead.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResourceLinkTest {

    private static final ResourceSchema SCHEMA = Schemas.valid(Schemas.thing(
            "'Id':{'type':'string'},'At':{'type':'object','additionalProperties':false,"
                    + "'properties':{'Floor':{'type':'integer'}}}",
            "'resourceLink':{'templateUri':'https://example.com/${awsRegion}/things?id=${Id}&floor=${floor}',"
                    + "'mappings':{'Id':'/Id','floor':'/At/Floor'}}",
            "'documentationUrl':'https://example.com/docs'",
            "'handlers':{'create':{'permissions':['things:Make']}}"));

    @Test
    void takesItsValuesFromTheModelAndFromAround() {
        assertThat(render("{'Id':'a','At':{'Floor':3}}")).contains("https://example.com/eu-1/things?id=a&floor=3");
    }

    @Test
    void letsNoValueAddToTheUrl() {
        assertThat(render("{'Id':'a&admin=1#/../${Id} é$1','At':{'Floor':3}}"))
                .contains(
                        "https://example.com/eu-1/things?id=a%26admin%3D1%23%2F..%2F%24%7BId%7D%20%C3%A9%241&floor=3");
    }

    @Test
    void isNotThereWithoutAllValues() {
        assertThat(render("{'Id':'a'}")).isEmpty();
        assertThat(render("{'Id':'a','At':{'Floor':null}}")).isEmpty();
        assertThat(SCHEMA.resourceLink().orElseThrow().render(Schemas.model("{'Id':'a','At':{'Floor':3}}"), Map.of()))
                .isEmpty();
    }

    @Test
    void standsBesideTheRestThatASchemaTells() {
        assertThat(SCHEMA.documentationUrl()).contains("https://example.com/docs");
        assertThat(SCHEMA.sourceUrl()).isEmpty();
        assertThat(SCHEMA.permissions(HandlerKind.CREATE)).containsExactly("things:Make");
        assertThat(SCHEMA.permissions(HandlerKind.READ)).isEmpty();
        assertThat(SCHEMA.required()).isEmpty();
    }

    private static Optional<String> render(String model) {
        return SCHEMA.resourceLink().orElseThrow().render(Schemas.model(model), Map.of("awsRegion", "eu-1"));
    }
}
