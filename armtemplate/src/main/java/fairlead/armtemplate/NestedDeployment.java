package fairlead.armtemplate;

import fairlead.armtemplate.Inputs.Given;
import fairlead.armtemplate.LinkedTemplates.Linked;
import fairlead.armtemplate.evaluation.Bound;
import fairlead.armtemplate.evaluation.Trees;
import fairlead.armtemplate.function.Values;
import fairlead.armtemplate.scope.DeploymentScope;
import fairlead.armtemplate.source.SourceText;
import fairlead.schema.text.PointerSteps;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// A deployment that a template makes, and what its template comes to if that can be known.
final class NestedDeployment {

    private static final String HOW = "Please see https://aka.ms/arm-deploy for usage details.";

    private final Compilation compilation;
    private final Nodes nodes;
    private final Instance instance;
    private final Trees trees;
    private final JsonNode written;
    private final String pointer;

    /// A template, and the link that it was read by.
    private record Inner(SourceText source, Optional<JsonNode> link) {}

    NestedDeployment(Compilation compilation, Nodes nodes, Instance instance, Trees trees) {
        this.compilation = compilation;
        this.nodes = nodes;
        this.instance = instance;
        this.trees = trees;
        String name = Values.name(instance.body(), "properties").orElse("properties");
        this.written = instance.body().has(name) ? instance.body().get(name) : JsonNodeFactory.instance.objectNode();
        this.pointer = instance.pointer() + "/" + name;
    }

    /// What the deployment is given. Its template stands for itself: nothing in it is evaluated with the
    /// names of this one any more.
    Expression properties() {
        if (!written.isObject()) {
            fault(pointer, "is expected to have an object as its properties");
            return Expression.object(Map.of());
        }
        Optional<JsonNode> template = Values.member(written, "template");
        boolean link = Values.member(written, "templateLink").isPresent();
        if (template.isPresent() == link) {
            fault(pointer, "is expected to have either the property 'template' or the property 'templateLink'");
        }
        boolean outer = template.isPresent() && outer();
        Map<String, Expression> members = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> member : written.properties()) {
            String below = pointer + "/" + PointerSteps.escape(member.getKey());
            String name = member.getKey().toLowerCase(Locale.ROOT);
            if (name.equals("template")) {
                members.put("template", template(member.getValue(), below, outer));
            } else if (name.equals("parameterslink")) {
                fault(below, "has the property 'parametersLink', which this server does not read. Give the values");
            } else if (!name.equals("expressionevaluationoptions")) {
                members.put(member.getKey(), trees.expression(member.getValue(), below, instance.frame()));
            }
        }
        if (template.isPresent()) {
            members.put("expressionEvaluationOptions", Expression.object(Map.of("scope", text("inner"))));
        }
        mode(members);
        if (template.isPresent() || link) {
            compile(members);
        }
        return Expression.object(members);
    }

    private static Expression text(String value) {
        return Expression.Value.of(Values.text(value));
    }

    private void fault(String where, String what) {
        compilation
                .faults()
                .add(
                        where,
                        "The nested deployment '" + instance.name() + "' "
                                + compilation.faults().at(instance.pointer()) + " " + what + ". " + HOW);
    }

    private void mode(Map<String, Expression> members) {
        String name = Values.name(written, "mode").orElse("mode");
        Expression mode = members.getOrDefault(name, text("Incremental"));
        boolean incremental = Outputs.value(mode)
                .filter(JsonNode::isString)
                .filter(value -> value.stringValue().equalsIgnoreCase("Incremental"))
                .isPresent();
        if (!incremental) {
            fault(
                    pointer + "/" + name,
                    "is expected to have the mode 'Incremental', the only one of nested deployments");
        }
    }

    /// Whether the names in the nested template are those of this one.
    private boolean outer() {
        Optional<String> member = Values.name(written, "expressionEvaluationOptions");
        if (member.isEmpty()) {
            return true;
        }
        String below = pointer + "/" + member.get();
        Optional<String> scope = trees.known(written.get(member.get()), below, instance.frame())
                .map(Bound::value)
                .flatMap(options -> Values.member(options, "scope"))
                .map(JsonNode::asString);
        return switch (scope.orElse("outer").toLowerCase(Locale.ROOT)) {
            case "inner" -> false;
            case "outer", "notspecified" -> true;
            default -> {
                fault(
                        below,
                        "has the expression evaluation scope '" + scope.orElse("")
                                + "'. It must be 'Inner' or 'Outer'");
                yield true;
            }
        };
    }

    private Expression template(JsonNode template, String below, boolean outer) {
        if (!outer || !template.isObject()) {
            return Expression.Value.of(template);
        }
        boolean second = Values.member(template, "languageVersion")
                .filter(version -> version.asString().startsWith("2."))
                .isPresent();
        boolean symbols =
                Values.member(template, "resources").filter(JsonNode::isObject).isPresent();
        if (second || symbols) {
            fault(
                    below,
                    "has a template with the language version '2.0', for which the expression evaluation scope must be"
                            + " 'Inner'");
        }
        return new OuterTemplate(trees.escaping()).of(template, below, instance.frame());
    }

    private void compile(Map<String, Expression> members) {
        if (compilation.level() + 1 > compilation.inputs().limits().nesting()) {
            fault(
                    pointer,
                    "exceeds the limit of '" + compilation.inputs().limits().nesting()
                            + "' levels of nested deployments");
            return;
        }
        Optional<Inner> inner = inner(members);
        if (inner.isEmpty()) {
            return;
        }
        try {
            Template template =
                    Template.of(inner.get().source(), compilation.inputs().limits());
            Optional<Inputs> inputs = inputs(members, inner.get().link());
            if (inputs.isPresent()) {
                nodes.nested(
                        instance.key(),
                        compilation.within(template, inputs.get()).compile());
            }
        } catch (InvalidTemplateException e) {
            e.faults().forEach(compilation::add);
        }
    }

    /// The template, if it is known before anything is deployed.
    private Optional<Inner> inner(Map<String, Expression> members) {
        if (members.containsKey("template")) {
            String member = Values.name(written, "template").orElse("template");
            boolean same = members.get("template") instanceof Expression.Value;
            SourceText whole = compilation.template().source();
            String below = pointer + "/" + PointerSteps.escape(member);
            return Outputs.value(members.get("template"))
                    .map(value -> new Inner(
                            same ? whole.part(below) : SourceText.of(value, whole.pointer() + below, whole.at(below)),
                            Optional.empty()));
        }
        Expression link = members.get(Values.name(written, "templateLink").orElse("templateLink"));
        Optional<JsonNode> known = link == null ? Optional.empty() : Outputs.value(link);
        if (known.isEmpty()) {
            return Optional.empty();
        }
        try {
            JsonNode parent =
                    compilation.inputs().surroundings().templateLink().orElse(JsonNodeFactory.instance.nullNode());
            Linked linked = compilation.inputs().linked().read(known.get(), parent);
            return Optional.of(new Inner(linked.template(), Optional.of(linked.link())));
        } catch (EvaluationException e) {
            compilation.faults().add("InvalidContentLink", pointer + "/templateLink", e.getMessage());
            return Optional.empty();
        }
    }

    /// What the nested template is compiled with, if all of it is known.
    private Optional<Inputs> inputs(Map<String, Expression> members, Optional<JsonNode> link) {
        Optional<DeploymentScope> target =
                new Places(compilation, instance.body(), instance.pointer(), instance.frame()).target();
        Optional<SequencedMap<String, Given>> given = given(members);
        if (target.isEmpty() || given.isEmpty()) {
            return Optional.empty();
        }
        Surroundings outside = compilation.inputs().surroundings();
        Groups groups = new PlannedGroups(compilation, outside.groups());
        if (target.get() instanceof DeploymentScope.Group(var subscription, var group)
                && groups.find(subscription, group).isEmpty()) {
            compilation.warn("The resource group '" + group + "' of the nested deployment '" + instance.name()
                    + "' does not exist yet: its template is looked at when it is deployed.");
            return Optional.empty();
        }
        Optional<String> location = Values.member(instance.body(), "location")
                .flatMap(place -> trees.known(
                        place,
                        instance.pointer() + "/location",
                        instance.frame().allowing(Compilation.BEFORE)))
                .map(bound -> bound.value().asString());
        Inputs own = compilation.inputs();
        return Optional.of(new Inputs(
                given.get(),
                outside.nested(target.get(), instance.name(), groups)
                        .location(location)
                        .templateLink(link)
                        .build(),
                own.now(),
                own.seed() + "/" + instance.key(),
                own.types(),
                own.linked(),
                own.limits()));
    }

    private Optional<SequencedMap<String, Given>> given(Map<String, Expression> members) {
        SequencedMap<String, Given> given = new LinkedHashMap<>();
        Expression parameters = members.get(Values.name(written, "parameters").orElse("parameters"));
        if (parameters == null) {
            return Optional.of(given);
        }
        if (!(parameters instanceof Expression.ObjectOf(var each))) {
            return Outputs.value(parameters).map(value -> {
                given.putAll(Inputs.given(value));
                return given;
            });
        }
        for (Map.Entry<String, Expression> parameter : each.entrySet()) {
            Optional<JsonNode> value = Outputs.value(parameter.getValue());
            if (value.isEmpty()) {
                return Optional.empty();
            }
            boolean secret = Secrets.in(parameter.getValue());
            Given one = Inputs.one(parameter.getKey(), value.get());
            given.put(
                    parameter.getKey(), one instanceof Given.Value(var is, var _) ? new Given.Value(is, secret) : one);
        }
        return Optional.of(given);
    }
}
