package fairlead.server.stack;

import fairlead.generator.Generator;
import fairlead.generator.Size;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.text.PointerSteps;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemException;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackPlace;
import fairlead.server.stack.record.StackStatus;
import fairlead.server.stack.template.InvalidTemplate;
import fairlead.server.stack.template.TypeTemplates;
import fairlead.server.type.composite.CompositeType;
import fairlead.stack.document.Document;
import fairlead.stack.document.Evaluated;
import fairlead.stack.document.Evaluation;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Node;
import fairlead.stack.document.Output;
import fairlead.stack.document.TypeCatalog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// Says of a template that is to be the handler of a type what can be known to be wrong before anything is made of it:
/// it
/// is compiled with properties that the schema allows.
final class CompositeFaults {

    private static final UUID SAMPLE = new UUID(0, 0);
    private static final int SAMPLES = 8;

    private final TypeTemplates templates;
    private final StackPlan plans;
    private final CompositeType type;
    private final List<Detail> wrong = new ArrayList<>();

    CompositeFaults(TypeTemplates templates, StackPlan plans, CompositeType type) {
        this.templates = templates;
        this.plans = plans;
        this.type = type;
    }

    /// @param place whose types the template may use
    List<Detail> in(StackPlace place) {
        try {
            templates
                    .misfits(type.template(), type.schema())
                    .forEach(misfit -> wrong.add(
                            new Detail("template.misfit", misfit.message(), "schema.json#" + misfit.pointer())));
            if (wrong.isEmpty()) {
                compiled(place, 1).ifPresent(document -> check(document, plans.catalog(place)));
            }
        } catch (InvalidTemplate invalid) {
            wrong.addAll(told(invalid));
        } catch (ProblemException refused) {
            wrong.add(new Detail("template.invalid", refused.problem().message(), CompositeType.FILE));
        }
        return List.copyOf(wrong);
    }

    private static List<Detail> told(InvalidTemplate invalid) {
        return invalid.detailed(CompositeType.FILE).problem() instanceof Problem.InvalidBody(var details)
                ? details
                : List.of();
    }

    /// With other properties if these are refused, since a template may have rules that a schema can't say.
    private Optional<Document> compiled(StackPlace place, int seed) {
        try {
            return Generator.of(type.schema())
                    .input(seed, Size.MAXIMAL)
                    .toOptional()
                    .map(model -> compiled(place, model));
        } catch (InvalidTemplate invalid) {
            if (seed == SAMPLES) {
                throw invalid;
            }
            return compiled(place, seed + 1);
        }
    }

    private Document compiled(StackPlace place, ObjectNode model) {
        ObjectNode content = templates.content(place, type.template(), model, Map.of(), Optional.empty());
        Stack sample = new Stack(
                SAMPLE,
                place,
                "sample",
                Stack.Origin.of(
                        templates.language(), new Stack.Owner(type.name().toString(), "")),
                new Stack.Condition(StackStatus.CREATE_IN_PROGRESS, "", 0, Optional.empty(), false, false),
                new Stack.Documents(content, content, content.objectNode(), Optional.empty()),
                new Stack.Times(Instant.EPOCH, Optional.empty(), Optional.empty()));
        return plans.document(sample, List.of());
    }

    private void check(Document document, TypeCatalog types) {
        document.nodes().values().forEach(node -> types.schema(node.type()).ifPresent(schema -> check(node, schema)));
        document.nodes().values().stream()
                .filter(node -> node.kind() != Node.Kind.RESOURCE && node.kind() != Node.Kind.NOTHING)
                .forEach(node -> wrong.add(new Detail(
                        "template.not-composable",
                        "a type can be made of resources of registered types alone, found " + node.type()
                                + "; what a stack within would make can be a type of its own",
                        CompositeType.FILE + "#" + node.pointer())));
        Set<String> secrets = type.secrets().stream().map(PropertyPath::name).collect(Collectors.toSet());
        document.outputs().values().stream()
                .filter(output -> isSecret(output) && !secrets.contains(output.name()))
                .forEach(output -> wrong.add(new Detail(
                        "template.secret-output",
                        "the output '" + output.name() + "' shows a secret: say so in fairlead.json with"
                                + " {\"dataClasses\": {\"/properties/" + output.name() + "\": \"secret\"}}",
                        CompositeType.FILE + "#/Outputs/" + output.name())));
    }

    /// What a template gives none of its properties is missing whatever the values are.
    private void check(Node node, ResourceSchema schema) {
        if (!(node.properties() instanceof Expression.ObjectOf(var members))) {
            return;
        }
        String pointer = CompositeType.FILE + "#" + node.pointer() + "/Properties";
        schema.required().stream()
                .filter(name -> !members.containsKey(name))
                .forEach(name -> wrong.add(new Detail(
                        "template.property-missing",
                        node.key() + ": " + node.type() + " needs a property '" + name + "'",
                        pointer)));
        boolean closed = schema.document().path("additionalProperties").isBoolean();
        members.keySet().stream()
                .filter(name -> closed && schema.root().property(name).isEmpty())
                .forEach(name -> wrong.add(new Detail(
                        "template.property-unknown",
                        node.key() + ": " + node.type() + " has no property '" + name + "'",
                        pointer + "/" + PointerSteps.escape(name))));
    }

    private static boolean isSecret(Output output) {
        Evaluation evaluation = new Evaluation(reference -> new Evaluated.Unknown(Set.of(reference), false));
        return switch (evaluation.of(output.value())) {
            case Evaluated.Known(var _, var secret) -> secret;
            case Evaluated.Unknown(var _, var secret) -> secret;
            case Evaluated.Absent() -> false;
        };
    }
}
