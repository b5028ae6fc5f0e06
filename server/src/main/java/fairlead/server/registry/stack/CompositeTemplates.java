package fairlead.server.registry.stack;

import fairlead.cloudformation.Template;
import fairlead.cloudformation.fault.TemplateException;
import fairlead.cloudformation.type.TemplateType;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.server.registry.stack.content.StackContent;
import fairlead.server.stack.record.StackPlace;
import fairlead.server.stack.template.TypeTemplates;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// CloudFormation's templates as the handlers of types.
public final class CompositeTemplates implements TypeTemplates {

    private final UnaryOperator<String> accounts;

    /// @param accounts the number of the account that a subscription is for AWS tools
    public CompositeTemplates(UnaryOperator<String> accounts) {
        this.accounts = accounts;
    }

    @Override
    public String language() {
        return CloudFormationLanguage.NAME;
    }

    @Override
    public ObjectNode content(
            StackPlace place, String text, ObjectNode model, Map<String, String> tags, Optional<ObjectNode> present) {
        TemplateType type = parsed(text);
        SequencedMap<String, String> values = new LinkedHashMap<>();
        present.map(StackContent::new)
                .map(StackContent::parameters)
                .ifPresent(before -> type.template().parameters().values().stream()
                        .filter(parameter -> parameter.noEcho() && before.containsKey(parameter.name()))
                        .forEach(parameter -> values.put(parameter.name(), before.getOrDefault(parameter.name(), ""))));
        values.putAll(type.values(model));
        StackContent content = StackContent.of(type.template(), accounts.apply(place.subscription()), values);
        SequencedMap<String, String> all = new LinkedHashMap<>();
        tags.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(tag -> all.put(tag.getKey(), tag.getValue()));
        content.tags(all);
        return content.json();
    }

    @Override
    public ObjectNode model(ObjectNode json) {
        StackContent content = new StackContent(json);
        return parsed(content.template()).model(content.parameters());
    }

    @Override
    public SequencedSet<String> uses(String text) {
        try {
            return new LinkedHashSet<>(Template.parse(text, StackRules.LIMITS).resourceTypes());
        } catch (TemplateException unreadable) {
            return new LinkedHashSet<>();
        }
    }

    private static TemplateType parsed(String text) {
        try {
            Template template = Template.parse(text, StackRules.LIMITS);
            template.check();
            return TemplateType.of(template);
        } catch (TemplateException wrong) {
            throw CloudFormationLanguage.invalid(wrong);
        }
    }

    // -- the schema -------------------------------------------------------------------------------------------------

    @Override
    public List<Misfit> misfits(String text, ResourceSchema schema) {
        TemplateType type = parsed(text);
        List<Misfit> misfits = new ArrayList<>();
        ObjectNode wanted = type.schema(schema.typeName().toString());
        JsonNode declared = schema.document().path("properties");
        Set<String> readOnly = names(schema.readOnly());
        Set<String> writeOnly = names(schema.writeOnly());
        wanted.path("properties").propertyNames().stream()
                .filter(name -> !declared.has(name))
                .forEach(name -> misfits.add(new Misfit(
                        "expected a property '" + name + "', which the template " + verb(type, name), "/properties")));
        for (String name : declared.propertyNames()) {
            String pointer = "/properties/" + name;
            if (!wanted.path("properties").has(name)) {
                misfits.add(new Misfit("the template has neither a parameter nor an output '" + name + "'", pointer));
            } else if (type.template().parameters().containsKey(name)) {
                boolean hidden = type.template().parameters().get(name).noEcho();
                if (readOnly.contains(name)) {
                    misfits.add(new Misfit(
                            "'" + name + "' is a parameter of the template: it can't be read-only", pointer));
                } else if (hidden != writeOnly.contains(name)) {
                    misfits.add(new Misfit(
                            "'" + name + "' "
                                    + (hidden
                                            ? "has NoEcho in the template: it is"
                                            : "has no NoEcho in the template: it is not")
                                    + " write-only",
                            pointer));
                }
            } else if (!readOnly.contains(name)) {
                misfits.add(new Misfit("'" + name + "' is told by the template: it is read-only", pointer));
            }
        }
        boolean identified = schema.primaryIdentifier().stream()
                .map(PropertyPath::toString)
                .toList()
                .equals(List.of("/properties/" + TemplateType.ID));
        if (!identified) {
            misfits.add(new Misfit("expected [/properties/" + TemplateType.ID + "]", "/primaryIdentifier"));
        }
        return misfits;
    }

    private static String verb(TemplateType type, String name) {
        return type.template().parameters().containsKey(name) ? "takes" : "tells";
    }

    private static Set<String> names(List<PropertyPath> paths) {
        Set<String> names = new LinkedHashSet<>();
        paths.forEach(path -> names.add(path.name()));
        return names;
    }
}
