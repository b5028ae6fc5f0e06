package fairlead.armtemplate;

import fairlead.armtemplate.Compiled.Parameter;
import fairlead.armtemplate.Inputs.Given;
import fairlead.armtemplate.definition.Declarations;
import fairlead.armtemplate.definition.Problem;
import fairlead.armtemplate.definition.ValueCheck;
import fairlead.armtemplate.evaluation.Bound;
import fairlead.armtemplate.evaluation.Frame;
import fairlead.armtemplate.evaluation.Frame.Use;
import fairlead.armtemplate.function.Values;
import fairlead.schema.text.PointerSteps;
import fairlead.stack.document.EvaluationException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// The values of the parameters of a template: those that were given, and what the template says for the
/// others.
final class ParameterValues {

    private static final Set<Use> OF_DEFAULTS = Set.of(Use.PARAMETERS, Use.FACTS, Use.CHANCE);
    private static final String HOW = "Please see https://aka.ms/arm-create-parameter-file for usage details.";

    private final Compilation compilation;
    private final Declarations declarations;
    private final SequencedMap<String, JsonNode> declared = new LinkedHashMap<>();
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, Given> given = new HashMap<>();
    private final Map<String, Optional<Bound>> values = new HashMap<>();
    private final Deque<String> current = new ArrayDeque<>();

    ParameterValues(Compilation compilation) {
        this.compilation = compilation;
        this.declarations = compilation.declarations();
        compilation.template().object("parameters").properties().forEach(member -> {
            declared.put(member.getKey(), member.getValue());
            names.put(member.getKey().toLowerCase(Locale.ROOT), member.getKey());
        });
        compilation.inputs().parameters().forEach((name, value) -> given.put(name.toLowerCase(Locale.ROOT), value));
    }

    /// Finds the values of all, and says what is wrong with them.
    void all() {
        Set<String> unknown = new TreeSet<>();
        compilation.inputs().parameters().keySet().forEach(name -> {
            if (!names.containsKey(name.toLowerCase(Locale.ROOT))) {
                unknown.add(name);
            }
        });
        if (!unknown.isEmpty()) {
            compilation
                    .faults()
                    .add(
                            compilation.template().pointer("parameters"),
                            "The template parameters '" + String.join(", ", unknown)
                                    + "' in the parameters file are not valid; they are not present in the original"
                                    + " template and can therefore not be provided at deployment time. The only"
                                    + " supported parameters for this template"
                                    + " are '" + String.join(", ", declared.keySet())
                                    + "'. Please see https://aka.ms/arm-pass-parameter-values for usage details.");
        }
        declared.keySet().forEach(name -> value(name));
    }

    /// @throws EvaluationException if it has none, which has been said, or there is no such parameter
    Bound get(String name) {
        String declaredName = names.get(name.toLowerCase(Locale.ROOT));
        if (declaredName == null) {
            throw new EvaluationException("The template parameter '" + name
                    + "' is not found. Please see https://aka.ms/arm-syntax-parameters for usage details.");
        }
        return value(declaredName).orElseThrow(Faults::said);
    }

    /// The parameter whose default is being evaluated.
    Optional<String> current() {
        return Optional.ofNullable(current.peekLast());
    }

    private Optional<Bound> value(String name) {
        Optional<Bound> known = values.get(name);
        if (known != null) {
            return known;
        }
        if (current.contains(name)) {
            throw new EvaluationException("Circular dependency detected on parameter: '" + name + "' ("
                    + String.join(" -> ", current) + " -> " + name + ").");
        }
        current.addLast(name);
        try {
            Optional<Bound> value = find(name, Objects.requireNonNull(declared.get(name)));
            values.put(name, value);
            return value;
        } finally {
            current.removeLast();
        }
    }

    private String pointer(String name) {
        return compilation.template().pointer("parameters") + "/" + PointerSteps.escape(name);
    }

    private Optional<Bound> find(String name, JsonNode declaration) {
        boolean secret = declarations.secure(declaration);
        Optional<JsonNode> fallback = Values.member(declaration, "defaultValue");
        Given one = given.get(name.toLowerCase(Locale.ROOT));
        if (one instanceof Given.Refused(var code, var why)) {
            compilation.faults().add(code, pointer(name), why);
            return Optional.empty();
        }
        boolean optional = fallback.isPresent() || declarations.nullable(declaration);
        boolean absent = one == null || (optional && one instanceof Given.Value(var value, var _) && value.isNull());
        if (!absent && one instanceof Given.Value(var value, var hidden)) {
            return checked(name, declaration, new Bound(value, secret || hidden, Set.of(name)));
        }
        if (fallback.isPresent()) {
            Frame frame = Frame.of(compilation.scope(), OF_DEFAULTS);
            return compilation
                    .trees(pointer(name), message -> "The template parameter '" + name + "' is not valid: " + message)
                    .known(fallback.get(), pointer(name) + "/defaultValue", frame)
                    .flatMap(bound -> checked(
                            name, declaration, new Bound(bound.value(), secret || bound.secret(), with(bound, name))));
        }
        if (declarations.nullable(declaration)) {
            return Optional.of(new Bound(JsonNodeFactory.instance.nullNode(), secret, Set.of(name)));
        }
        compilation
                .faults()
                .add(
                        pointer(name),
                        "The value for the template parameter '" + name + "' "
                                + compilation.faults().at(pointer(name)) + " is not provided. " + HOW);
        return Optional.empty();
    }

    private static Set<String> with(Bound bound, String name) {
        Set<String> inputs = new TreeSet<>(bound.inputs());
        inputs.add(name);
        return inputs;
    }

    private Optional<Bound> checked(String name, JsonNode declaration, Bound bound) {
        boolean fits = true;
        for (Problem problem : ValueCheck.problems(declarations, declaration, bound.value())) {
            fits = false;
            boolean shown = !bound.secret() && !bound.value().isContainer();
            compilation
                    .faults()
                    .add(
                            pointer(name),
                            "The provided value " + (shown ? "'" + shown(bound.value()) + "' " : "")
                                    + "for the template parameter '" + name + "' "
                                    + compilation.faults().at(pointer(name)) + " is not valid. " + problem.text()
                                    + (problem.path().isEmpty() ? "" : " Path: '" + problem.path() + "'.") + " " + HOW);
        }
        return fits ? Optional.of(bound) : Optional.empty();
    }

    private static String shown(JsonNode value) {
        return value.isString() ? value.stringValue() : Values.json(value);
    }

    /// The parameters as a deployment shows them.
    SequencedMap<String, Parameter> shown() {
        SequencedMap<String, Parameter> shown = new LinkedHashMap<>();
        declared.forEach((name, declaration) -> {
            Optional<Bound> bound = values.getOrDefault(name, Optional.empty());
            shown.put(
                    name,
                    new Parameter(
                            declarations.kind(declaration).shown(),
                            bound.filter(value -> !value.secret()).map(Bound::value)));
        });
        return shown;
    }
}
