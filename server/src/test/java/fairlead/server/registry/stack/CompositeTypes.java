package fairlead.server.registry.stack;

import fairlead.cloudformation.Template;
import fairlead.cloudformation.limit.Limits;
import fairlead.cloudformation.type.TemplateType;
import fairlead.server.type.Archives;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Archives of types that are made of a template.
final class CompositeTypes {

    /// Two shelves, the second of which refers to the first.
    static final String PAIR = """
        AWSTemplateFormatVersion: 2010-09-09
        Description: two shelves
        Parameters:
          Size: {Type: Number, Default: 3, MinValue: 1, Description: of the first}
          Zone: {Type: String, Default: north}
          Word: {Type: String, NoEcho: true, Default: hush}
          FailWith: {Type: String, Default: ""}
        Conditions:
          Fails: !Not [!Equals [!Ref FailWith, ""]]
        Resources:
          One:
            Type: Test::Stack::Shelf
            Properties: {Size: !Ref Size, Secret: !Ref Word, Zone: !Ref Zone}
          Two:
            Type: Test::Stack::Shelf
            Properties:
              Size: 5
              Zone: !Ref One
              FailWith: !If [Fails, !Ref FailWith, !Ref AWS::NoValue]
        Outputs:
          First: {Value: !Ref One, Description: the name of the first}
          Arn: {Value: !GetAtt Two.Arn}
        """;

    private CompositeTypes() {}

    /// As an author makes it with the command line.
    static byte[] archive(String type, String template) {
        return archive(type, template, "{\"template\": {\"uses\": " + uses(template) + "}}");
    }

    static byte[] archive(String type, String template, String registration) {
        return archive(schema(type, template).toString(), template, registration, true);
    }

    static byte[] archive(String schema, String template, String registration, boolean whole) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("schema.json", bytes(schema));
        files.put("fairlead.json", bytes(registration));
        if (whole) {
            files.put("template.yaml", bytes(template));
        }
        return Archives.zip(files);
    }

    static ObjectNode schema(String type, String template) {
        return TemplateType.of(Template.parse(template, Limits.standard())).schema(type);
    }

    static JsonNode uses(String template) {
        List<String> types = Template.parse(template, Limits.standard()).resourceTypes();
        return JsonMapper.shared().valueToTree(types);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
