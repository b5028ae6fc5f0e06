package fairlead.cloudformation.type;

import fairlead.cloudformation.Template;
import fairlead.cloudformation.fault.Faults;
import fairlead.cloudformation.parameter.Parameter;
import fairlead.cloudformation.parameter.Parameter.Range;
import fairlead.cloudformation.parameter.ParameterType;
import fairlead.cloudformation.parameter.ParameterType.Element;
import fairlead.cloudformation.source.Place;
import fairlead.cloudformation.source.Tree;
import fairlead.schema.source.Position;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// A template as the handler of a type: its parameters are the properties that a caller gives, its outputs are the
/// read-only ones. Each resource of the type is one stack, by whose id it is identified.
///
/// Called by the command line, which makes the schema, and by the server, which turns models into parameters and
/// back. Parameters have the shapes that the "AWS CloudFormation User Guide" gives them under "Parameters": texts,
/// numbers, and lists that are written with commas.
///
/// @param secrets names of outputs that show a parameter with `NoEcho`
public record TemplateType(Template template, SequencedSet<String> secrets) {

    /// The property that has the id of the stack.
    public static final String ID = "Id";

    /// Without a comma, which ends an element of a list.
    private static final String ELEMENT = "^[^,]*$";

    /// In minutes: as long as an operation of a stack may take.
    private static final int LONGEST = 2160;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /// What a template is as a type.
    ///
    /// @throws fairlead.cloudformation.fault.TemplateException if a name is both that of a parameter and of an
    ///     output, or that of the identifier
    public static TemplateType of(Template template) {
        Faults faults = new Faults();
        SequencedMap<String, Tree> outputs = template.outputs();
        Place place = Place.ROOT.member("Outputs", new Tree.Mapping(outputs, Position.START));
        outputs.forEach((name, output) -> {
            Place at = place.member(name, output);
            if (template.parameters().containsKey(name)) {
                String message = "The template has a parameter and an output '" + name
                        + "': a property of a type is either given or told. Give the output another name.";
                faults.add(message, at.pointer(), at.at());
            }
            reserved(name, at, faults);
        });
        template.parameters().values().forEach(parameter -> reserved(parameter.name(), parameter.place(), faults));
        faults.check();
        return new TemplateType(template, SecretOutputs.of(template));
    }

    private static void reserved(String name, Place place, Faults faults) {
        if (name.equals(ID)) {
            String message = "'" + ID + "' is the property by which resources of the type are identified."
                    + " Give the template's own another name.";
            faults.add(message, place.pointer(), place.at());
        }
    }

    // -- the schema -------------------------------------------------------------------------------------------------

    /// The schema of the type, which an author may change further: descriptions, patterns, limits.
    ///
    /// @param typeName `Organization::Service::Resource`
    public ObjectNode schema(String typeName) {
        ObjectNode schema = NODES.objectNode();
        schema.put("typeName", typeName);
        schema.put("description", template.description().orElse("Made of a template."));
        schema.put("additionalProperties", false);
        ObjectNode properties = schema.putObject("properties");
        properties.set(ID, text("The id of the stack that it is made of."));
        ArrayNode required = NODES.arrayNode();
        ArrayNode readOnly = NODES.arrayNode().add("/properties/" + ID);
        ArrayNode writeOnly = NODES.arrayNode();
        template.parameters().forEach((name, parameter) -> {
            properties.set(name, property(parameter));
            if (parameter.defaultValue().isEmpty()) {
                required.add(name);
            }
            if (parameter.noEcho()) {
                writeOnly.add("/properties/" + name);
            }
        });
        template.outputs().forEach((name, output) -> {
            properties.set(
                    name,
                    text(output.member("Description").flatMap(Tree::written).orElse("")));
            readOnly.add("/properties/" + name);
        });
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        schema.set("readOnlyProperties", readOnly);
        if (!writeOnly.isEmpty()) {
            schema.set("writeOnlyProperties", writeOnly);
        }
        schema.putArray("primaryIdentifier").add("/properties/" + ID);
        schema.putObject("tagging").put("taggable", false);
        ObjectNode handlers = schema.putObject("handlers");
        for (String kind : List.of("create", "read", "update", "delete", "list")) {
            ObjectNode handler = handlers.putObject(kind);
            handler.putArray("permissions");
            if (!kind.equals("read") && !kind.equals("list")) {
                handler.put("timeoutInMinutes", LONGEST);
            }
        }
        return schema;
    }

    private static ObjectNode text(String description) {
        ObjectNode property = NODES.objectNode().put("type", "string");
        if (!description.isEmpty()) {
            property.put("description", description);
        }
        return property;
    }

    private static ObjectNode property(Parameter parameter) {
        ObjectNode property = NODES.objectNode();
        ObjectNode element = property;
        parameter.description().ifPresent(text -> property.put("description", text));
        if (parameter.type().list()) {
            property.put("type", "array").put("insertionOrder", true);
            element = property.putObject("items");
        }
        boolean text = parameter.type().element() == Element.TEXT;
        element.put("type", text ? "string" : "number");
        constrain(element, parameter, text);
        if (!parameter.noEcho()) {
            parameter.defaultValue().ifPresent(value -> property.set("default", value(parameter.type(), value)));
        }
        return property;
    }

    private static void constrain(ObjectNode element, Parameter parameter, boolean text) {
        Parameter.Constraints constraints = parameter.constraints();
        if (!constraints.allowedValues().isEmpty()) {
            ArrayNode allowed = element.putArray("enum");
            constraints.allowedValues().forEach(value -> allowed.add(single(parameter.type(), value)));
        }
        if (constraints.allowedPattern().isPresent()) {
            element.put("pattern", "^(?:" + constraints.allowedPattern().get() + ")$");
        } else if (text
                && parameter.type().list()
                && constraints.allowedValues().isEmpty()) {
            element.put("pattern", ELEMENT);
        }
        Range range = text ? constraints.length() : constraints.value();
        range.least().ifPresent(least -> element.set(text ? "minLength" : "minimum", number(least)));
        range.most().ifPresent(most -> element.set(text ? "maxLength" : "maximum", number(most)));
    }

    // -- values -----------------------------------------------------------------------------------------------------

    /// What parameters are given for a model: those of its properties that are parameters.
    public SequencedMap<String, String> values(ObjectNode model) {
        SequencedMap<String, String> values = new LinkedHashMap<>();
        template.parameters()
                .forEach(
                        (name, parameter) -> model.optional(name).ifPresent(value -> values.put(name, written(value))));
        return values;
    }

    private static String written(JsonNode value) {
        if (value.isArray()) {
            return String.join(
                    ",", value.valueStream().map(TemplateType::written).toList());
        }
        return value.isNumber() ? value.decimalValue().toPlainString() : value.asString();
    }

    /// The properties that show parameters with these values; those with `NoEcho` are left out.
    public ObjectNode model(Map<String, String> values) {
        ObjectNode model = NODES.objectNode();
        template.parameters().forEach((name, parameter) -> {
            Optional<String> value = Optional.ofNullable(values.get(name)).or(parameter::defaultValue);
            if (!parameter.noEcho()) {
                value.ifPresent(text -> model.set(name, value(parameter.type(), text)));
            }
        });
        return model;
    }

    private static JsonNode value(ParameterType type, String text) {
        if (!type.list()) {
            return single(type, text);
        }
        ArrayNode list = NODES.arrayNode();
        if (!text.isEmpty()) {
            Stream.of(text.split(",", -1)).map(String::strip).forEach(element -> list.add(single(type, element)));
        }
        return list;
    }

    private static JsonNode single(ParameterType type, String text) {
        return type.element() == Element.NUMBER ? number(new BigDecimal(text.strip())) : StringNode.valueOf(text);
    }

    private static JsonNode number(BigDecimal value) {
        boolean whole = value.stripTrailingZeros().scale() <= 0 && value.precision() - value.scale() <= 18;
        return whole ? NODES.numberNode(value.longValueExact()) : DecimalNode.valueOf(value);
    }
}
