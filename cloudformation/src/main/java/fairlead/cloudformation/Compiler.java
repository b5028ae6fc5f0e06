package fairlead.cloudformation;

import fairlead.cloudformation.evaluation.Attributes;
import fairlead.cloudformation.evaluation.Block;
import fairlead.cloudformation.evaluation.Conditions;
import fairlead.cloudformation.evaluation.Evaluator;
import fairlead.cloudformation.evaluation.Knowledge;
import fairlead.cloudformation.evaluation.ResultTypes;
import fairlead.cloudformation.evaluation.Scope;
import fairlead.cloudformation.evaluation.Shapes;
import fairlead.cloudformation.evaluation.Target;
import fairlead.cloudformation.extension.Loops;
import fairlead.cloudformation.fault.Faults;
import fairlead.cloudformation.limit.Budget;
import fairlead.cloudformation.parameter.ParameterValues;
import fairlead.cloudformation.parameter.ResolvedParameter;
import fairlead.cloudformation.resource.Nodes;
import fairlead.cloudformation.section.Declared;
import fairlead.cloudformation.section.Section;
import fairlead.cloudformation.section.Sections;
import fairlead.cloudformation.section.Structure;
import fairlead.cloudformation.source.Place;
import fairlead.cloudformation.source.Tree;
import fairlead.schema.ResourceSchema;
import fairlead.schema.source.Position;
import fairlead.stack.document.Document;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Value;
import fairlead.stack.document.Node;
import fairlead.stack.document.Output;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// One compilation of a template.
final class Compiler {

    private static final List<String> POLICIES = List.of("DeletionPolicy", "UpdateReplacePolicy", "CreationPolicy");

    private final Template template;
    private final Inputs inputs;
    private final Faults faults = new Faults();
    private final List<String> warnings = new ArrayList<>();

    Compiler(Template template, Inputs inputs) {
        this.template = template;
        this.inputs = inputs;
    }

    Compiled compile() {
        try {
            Compiled compiled = compiled();
            faults.check();
            return compiled;
        } catch (Budget.Exceeded e) {
            faults.add(String.valueOf(e.getMessage()), "", Position.START);
            faults.check();
            throw e;
        }
    }

    private Compiled compiled() {
        SequencedMap<String, ResolvedParameter> parameters = ParameterValues.resolve(
                template.parameters(), inputs.parameters(), inputs.world().values(), faults);
        Structure given = new Structure(template.sections(), template.limits(), new Faults());
        Scope scope = new Scope(
                names(parameters),
                new Scope.Language(given.mappings(), template.sections().extended(), template.limits()),
                new Scope.Outside(inputs.world().exports(), inputs.world().zones()),
                faults);
        Sections sections = template.sections();
        Loops loops = new Loops((tree, place) -> collection(scope, tree, place), template.limits(), faults);
        sections = unfolded(sections, loops, Section.CONDITIONS);
        Conditions conditions = new Conditions(
                new Structure(sections, template.limits(), faults).conditions(),
                sections.place(Section.CONDITIONS),
                scope);
        scope.declare(conditions);
        sections = unfolded(unfolded(sections, loops, Section.RESOURCES), loops, Section.OUTPUTS);

        Structure structure = new Structure(sections, template.limits(), faults);
        List<Declared> resources = structure.resources();
        List<Declared> outputs = structure.outputs();
        Map<String, Target> targets = targets(resources, scope);
        scope.declare(targets);
        shapes(scope, resources, outputs);
        SequencedMap<String, Boolean> holding = conditions.all();
        new RuleCheck(scope, faults).check(structure.rules());

        Nodes nodes = new Nodes(
                targets,
                scope,
                inputs.world().values(),
                new Nodes.OfStack(
                        inputs.stack().name(),
                        inputs.stack().id(),
                        inputs.stack().seed(),
                        inputs.tags().propagated() ? Optional.of(inputs.tags().values()) : Optional.empty()),
                template.limits(),
                warnings,
                faults);
        SequencedMap<String, Node> made = nodes.of(known(resources, targets));
        SequencedMap<String, Output> values =
                new Outputs(scope, new ResultTypes(targets), warnings, faults).of(outputs);
        faults.check();
        return new Compiled(
                new Document(made, values, warnings),
                parameters,
                holding,
                new LinkedHashSet<>(scope.imports()),
                nodes.generated(),
                processed(sections));
    }

    /// Holds every function of a template against its shape, before there are values.
    static void check(Template template) {
        Faults faults = new Faults();
        Sections sections = template.sections();
        Structure structure = new Structure(sections, template.limits(), faults);
        Scope scope = new Scope(
                Map.of(),
                new Scope.Language(structure.mappings(), sections.extended(), template.limits()),
                new Scope.Outside(_ -> Optional.empty(), _ -> List.of()),
                faults);
        boolean loops =
                sections.members(Section.CONDITIONS).keySet().stream().anyMatch(id -> id.startsWith(Structure.LOOP));
        if (!loops) {
            scope.declare(new Conditions(structure.conditions(), sections.place(Section.CONDITIONS), scope));
            shapes(scope, structure.resources(), structure.outputs());
        }
        faults.check();
    }

    private static List<Declared> known(List<Declared> resources, Map<String, Target> targets) {
        return resources.stream()
                .filter(resource -> targets.containsKey(resource.id()))
                .toList();
    }

    private Optional<List<String>> collection(Scope scope, Tree tree, Place place) {
        int before = faults.size();
        Optional<Expression> expression = new Evaluator(scope, Block.LOOPS).evaluate(tree, place);
        if (expression.isEmpty()) {
            return Optional.empty();
        }
        Optional<Value> value = expression
                .flatMap(Knowledge::of)
                .filter(list ->
                        list.value().isArray() && list.value().valueStream().noneMatch(JsonNode::isContainer));
        if (value.filter(list -> !list.secret()).isPresent()) {
            return value.map(
                    list -> list.value().valueStream().map(JsonNode::asString).toList());
        }
        if (faults.size() == before) {
            fault(
                    "Transform AWS::LanguageExtensions failed with: the collection of Fn::ForEach has to be a list of "
                            + "strings" + (value.isPresent() ? " that is not made of a parameter with NoEcho" : ""),
                    place);
        }
        return Optional.empty();
    }

    private Sections unfolded(Sections sections, Loops loops, Section section) {
        return sections.extended() && sections.bodies().containsKey(section)
                ? sections.with(section, loops.unfold(sections.body(section), sections.place(section)))
                : sections;
    }

    /// Parameters and pseudo parameters.
    private Map<String, Optional<Expression>> names(Map<String, ResolvedParameter> parameters) {
        Map<String, Optional<Expression>> names = new HashMap<>();
        template.parameters().keySet().forEach(name -> names.put(name, Optional.empty()));
        parameters.forEach((name, parameter) ->
                names.put(name, Optional.of(new Value(parameter.value(), parameter.noEcho(), Set.of(name)))));
        Inputs.Stack stack = inputs.stack();
        Inputs.Account account = stack.account();
        ArrayNode arns = JsonNodeFactory.instance.arrayNode();
        stack.notificationArns().forEach(arns::add);
        names.put("AWS::NotificationARNs", Optional.of(Value.of(arns)));
        Map.of(
                        "AWS::AccountId", account.id(),
                        "AWS::Region", account.region(),
                        "AWS::Partition", account.partition(),
                        "AWS::URLSuffix", account.urlSuffix(),
                        "AWS::StackName", stack.name(),
                        "AWS::StackId", stack.id())
                .forEach((name, value) -> names.put(name, Optional.of(Value.of(StringNode.valueOf(value)))));
        return names;
    }

    /// The resources of types that are known. The others are told all at once.
    private Map<String, Target> targets(List<Declared> resources, Scope scope) {
        Map<String, Target> targets = new LinkedHashMap<>();
        TreeSet<String> unknown = new TreeSet<>();
        Optional<Declared> first = Optional.empty();
        for (Declared resource : resources) {
            boolean own = Attributes.OF_THE_LANGUAGE.contains(resource.type()) || Attributes.isCustom(resource.type());
            Optional<ResourceSchema> schema =
                    own ? Optional.empty() : inputs.world().types().schema(resource.type());
            if (schema.isEmpty() && !own) {
                Optional<String> unavailable = unavailable(resource.type());
                unavailable.ifPresent(text -> fault(text, resource.place("Type")));
                if (unavailable.isEmpty()) {
                    unknown.add(resource.type());
                    first = first.or(() -> Optional.of(resource));
                }
            }
            targets.put(resource.id(), new Target(resource.id(), resource.type(), present(resource, scope), schema));
        }
        if (!unknown.isEmpty()) {
            fault(
                    "Template format error: Unrecognized resource types: " + unknown,
                    first.orElseThrow().place("Type"));
        }
        return targets;
    }

    private static Optional<String> unavailable(String type) {
        if (type.endsWith("::MODULE")) {
            return Optional.of("Resource type " + type + " is a module, and modules are not available on this server");
        }
        return type.equals("AWS::CloudFormation::Macro")
                ? Optional.of("Resource type " + type + " is not available on this server")
                : Optional.empty();
    }

    private boolean present(Declared declared, Scope scope) {
        Optional<String> condition = declared.body().member("Condition").flatMap(Tree::text);
        if (condition.isEmpty()) {
            return true;
        }
        return scope.holds(condition.get()).orElseGet(() -> {
            fault(
                    "Template format error: Unresolved condition dependency " + condition.get()
                            + " in the Resources block of the template",
                    declared.place("Condition"));
            return true;
        });
    }

    /// Both branches of `Fn::If` have to be well-formed, whichever is chosen.
    private static void shapes(Scope scope, List<Declared> resources, List<Declared> outputs) {
        Shapes shapes = new Shapes(scope);
        for (Declared resource : resources) {
            resource.body().member("Properties").ifPresent(tree -> shapes.check(tree, resource.place("Properties")));
            for (String policy : POLICIES) {
                resource.body().member(policy).ifPresent(tree -> shapes.check(tree, resource.place(policy)));
            }
        }
        for (Declared output : outputs) {
            output.body().member("Value").ifPresent(tree -> shapes.check(tree, output.place("Value")));
            output.body().member("Export").ifPresent(tree -> shapes.check(tree, output.place("Export")));
        }
    }

    private String processed(Sections sections) {
        if (sections.transforms().isEmpty()) {
            return template.text();
        }
        ObjectNode json = template.root().json();
        json.remove(Section.TRANSFORM.key());
        for (Section section : List.of(Section.CONDITIONS, Section.RESOURCES, Section.OUTPUTS)) {
            if (sections.bodies().containsKey(section)) {
                json.set(section.key(), sections.body(section).json());
            }
        }
        return json.toString();
    }

    private void fault(String message, Place place) {
        faults.add(message, place.pointer(), place.at());
    }
}
