package fairlead.cloudformation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import fairlead.cloudformation.fault.TemplateException;
import fairlead.cloudformation.fault.TemplateFault;
import fairlead.cloudformation.limit.Limits;
import fairlead.cloudformation.parameter.Parameter;
import fairlead.schema.source.Position;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// What a template tells of itself before there are values, and what its errors look like.
final class TemplateTest {

    private static final JsonMapper JSON = new JsonMapper();

    @Test
    void what_is_declared_can_be_asked() {
        Template template = parse("""
            Description: a shop
            Metadata: {team: web}
            Parameters:
              Size: {Type: Number, Default: 3, Description: how large}
              Secret: {Type: String, NoEcho: true}
            Resources:
              B: {Type: Example::Web::Host}
              A: {Type: Example::Web::Bookmark}
              C: {Type: Example::Web::Host}
              W: {Type: AWS::CloudFormation::WaitConditionHandle}
            """);

        assertThat(template.description()).contains("a shop");
        assertThat(template.metadata().get("team").asString()).isEqualTo("web");
        assertThat(template.parameters().keySet()).containsExactly("Size", "Secret");
        Parameter size = template.parameters().values().iterator().next();
        assertThat(size.defaultValue()).contains("3");
        assertThat(size.type().name()).isEqualTo("Number");
        assertThat(size.description()).contains("how large");
        assertThat(template.parameters().lastEntry().getValue().noEcho()).isTrue();
        assertThat(template.resourceTypes())
                .containsExactly(
                        "Example::Web::Host", "Example::Web::Bookmark", "AWS::CloudFormation::WaitConditionHandle");
        assertThat(template.identifiers(Types.ALL))
                .containsExactly(
                        new IdentifierSummary("Example::Web::Host", List.of("B", "C"), List.of("Zone", "Id")),
                        new IdentifierSummary("Example::Web::Bookmark", List.of("A"), List.of("Name")));
        assertThat(template.capabilities().all()).isEmpty();
        assertThat(template.capabilities().reason()).isEmpty();
    }

    @Test
    void rights_need_a_capability_and_names_of_them_another() {
        assertThat(parse("Resources: {R: {Type: AWS::IAM::Role}, P: {Type: AWS::IAM::Policy}}")
                        .capabilities())
                .isEqualTo(new Capability.Required(
                        List.of(Capability.CAPABILITY_IAM),
                        Optional.of(
                                "The following resource(s) require capabilities: [AWS::IAM::Role, AWS::IAM::Policy]")));
        assertThat(parse("Resources: {R: {Type: AWS::IAM::Role, Properties: {RoleName: x}}, P: {Type:"
                                + " AWS::IAM::Policy}}")
                        .capabilities()
                        .all())
                .containsExactly(Capability.CAPABILITY_NAMED_IAM);
    }

    @Test
    void a_transform_needs_a_capability_and_types_in_loops_are_told() {
        Template template = parse("""
            Transform: [AWS::LanguageExtensions]
            Resources:
              Fn::ForEach::Roles: [N, [a, b], {"Role${N}": {Type: AWS::IAM::Role}}]
            """);

        assertThat(template.transforms()).containsExactly("AWS::LanguageExtensions");
        assertThat(template.capabilities().all())
                .containsExactly(Capability.CAPABILITY_IAM, Capability.CAPABILITY_AUTO_EXPAND);
        assertThat(template.resourceTypes()).containsExactly("AWS::IAM::Role");
        assertThat(template.identifiers(Types.ALL)).isEmpty();
    }

    @Test
    void a_processed_template_has_no_loops_and_no_transform() {
        Compiled compiled = Fixtures.compile("""
            Transform: AWS::LanguageExtensions
            Resources:
              Fn::ForEach::Loop: [N, [a, b], {"R${N}": {Type: Example::Web::Bookmark, Properties: {Name: !Ref N}}}]
            """);

        assertThat(JSON.readTree(compiled.processed())).isEqualTo(JSON.readTree("""
            {"Resources": {
              "Ra": {"Type": "Example::Web::Bookmark", "Properties": {"Name": "a"}},
              "Rb": {"Type": "Example::Web::Bookmark", "Properties": {"Name": "b"}}}}\
            """));
    }

    @Test
    void a_template_without_transforms_is_processed_as_it_is() {
        String text = "Resources: {A: {Type: Example::Web::Bookmark}} # kept\n";

        assertThat(Fixtures.compile(text).processed()).isEqualTo(text);
        assertThat(parse(text).text()).isEqualTo(text);
    }

    @Test
    void an_error_has_the_text_of_CloudFormation_and_every_fault_with_its_place() {
        TemplateException error = catchThrowableOfType(TemplateException.class, () -> Fixtures.compile("""
            Resources:
              A: {Type: Example::Web::Bookmark, Properties: {Label: !Ref X, Url: !Ref X, Labels: [!Ref Y]}}
            """));

        assertThat(error).hasMessage("""
            Template format error: Unresolved resource dependencies [X] in the Resources block of the template
            Template format error: Unresolved resource dependencies [Y] in the Resources block of the template\
            """);
        assertThat(error.faults())
                .contains(new TemplateFault(
                        "Template format error: Unresolved resource dependencies [Y] in the Resources block of the"
                                + " template",
                        "/Resources/A/Properties/Labels/0/Ref",
                        new Position(2, 87)));
        assertThat(error.report().lines()).hasSize(3);
    }

    @Test
    void a_body_that_is_too_long_is_refused_in_the_words_of_CloudFormation() {
        String body = "x".repeat(51_201);

        assertThat(Limits.standard().checkInline(body))
                .isEqualTo("1 validation error detected: Value '" + body
                        + "' at 'templateBody' failed to satisfy constraint: Member must have length less than"
                        + " or equal to 51200");
        assertThat(Limits.standard().checkInline("x".repeat(51_200))).isEmpty();
    }

    @Test
    void bytes_that_are_no_text_are_refused() {
        assertThatThrownBy(() -> Template.parse(new byte[] {'a', (byte) 0xFF}, Limits.standard()))
                .isInstanceOf(TemplateException.class)
                .hasMessage("Template format error: expected a template in UTF-8, found other bytes");
        byte[] marked = "\uFEFFResources: {A: {Type: Example::Web::Bookmark}}".getBytes(StandardCharsets.UTF_8);
        assertThat(Template.parse(marked, Limits.standard()).resourceTypes()).containsExactly("Example::Web::Bookmark");
    }

    @Test
    void functions_are_held_against_their_shapes_without_values() {
        Template template = parse("""
            Parameters: {P: {Type: String}}
            Conditions: {C: !Equals [!Ref P, a]}
            Resources:
              A: {Type: No::Such::Type, Properties: {Label: !If [C, !Join [a], !If [D, a, b]]}}
            """);

        assertThat(catchThrowableOfType(TemplateException.class, template::check)
                        .faults())
                .extracting(TemplateFault::pointer)
                .containsExactly(
                        "/Resources/A/Properties/Label/Fn::If/1/Fn::Join",
                        "/Resources/A/Properties/Label/Fn::If/2/Fn::If");
    }

    @Test
    void counts_are_limited() {
        StringBuilder many = new StringBuilder("Resources:\n");
        for (int i = 0; i < 501; i++) {
            many.append("  R").append(i).append(": {Type: Example::Web::Bookmark}\n");
        }
        many.append("Outputs:\n");
        for (int i = 0; i < 201; i++) {
            many.append("  O").append(i).append(": {Value: x}\n");
        }
        many.append("Parameters:\n");
        for (int i = 0; i < 201; i++) {
            many.append("  P").append(i).append(": {Type: String, Default: x}\n");
        }
        many.append("Mappings:\n");
        for (int i = 0; i < 201; i++) {
            many.append("  M").append(i).append(": {a: {b: c}}\n");
        }

        assertThatThrownBy(() -> parse(many.toString()))
                .isInstanceOf(TemplateException.class)
                .hasMessage("""
                    Template format error: Number of resources, 501, is greater than maximum allowed, 500
                    Template format error: Number of outputs, 201, is greater than maximum allowed, 200
                    Template format error: Number of parameters, 201, is greater than maximum allowed, 200
                    Template format error: Number of mappings, 201, is greater than maximum allowed, 200\
                    """);
    }

    @Test
    void resources_are_counted_once_loops_are_unfolded() {
        String values = "[" + "x,".repeat(0)
                + String.join(
                        ",",
                        java.util.stream.IntStream.range(0, 501)
                                .mapToObj(i -> "v" + i)
                                .toList()) + "]";

        assertThatThrownBy(
                        () -> Fixtures.compile("Transform: AWS::LanguageExtensions\nResources:\n  Fn::ForEach::L: [N, "
                                + values + ", {\"R${N}\": {Type: Example::Web::Bookmark}}]\n"))
                .hasMessage("Template format error: Number of resources, 501, is greater than maximum allowed, 500");
    }

    @Test
    void a_value_of_a_parameter_has_at_most_4096_bytes() {
        String template = "Parameters: {P: {Type: String}}\nResources: {A: {Type: Example::Web::Bookmark}}\n";

        assertThat(Fixtures.compile(template, Map.of("P", "x".repeat(4096))).parameters())
                .containsKey("P");
        assertThatThrownBy(() -> Fixtures.compile(template, Map.of("P", "ä".repeat(2049))))
                .hasMessage("Parameter 'P' must be at most 4096 bytes long");
    }

    private static Template parse(String text) {
        return Template.parse(text, Limits.standard());
    }
}
