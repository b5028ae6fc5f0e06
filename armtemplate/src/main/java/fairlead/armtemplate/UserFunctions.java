package fairlead.armtemplate;

import fairlead.armtemplate.definition.DeclarationCheck;
import fairlead.armtemplate.definition.Problem;
import fairlead.armtemplate.definition.ValueCheck;
import fairlead.armtemplate.evaluation.UserFunction;
import fairlead.armtemplate.function.Values;
import fairlead.schema.text.PointerSteps;
import fairlead.stack.document.EvaluationException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// The functions that a template defines.
final class UserFunctions {

    private final Compilation compilation;
    private final Map<String, UserFunction> functions = new HashMap<>();

    UserFunctions(Compilation compilation) {
        this.compilation = compilation;
        JsonNode section = compilation.template().object("functions");
        String pointer = compilation.template().pointer("functions");
        for (int i = 0; i < section.size(); i++) {
            namespace(section.get(i), pointer + "/" + i);
        }
    }

    Optional<UserFunction> find(String namespace, String name) {
        return Optional.ofNullable(functions.get(key(namespace, name)));
    }

    private static String key(String namespace, String name) {
        return (namespace + "." + name).toLowerCase(Locale.ROOT);
    }

    private void namespace(JsonNode written, String pointer) {
        Optional<String> namespace =
                Values.member(written, "namespace").filter(JsonNode::isString).map(JsonNode::stringValue);
        Optional<JsonNode> members = Values.member(written, "members").filter(JsonNode::isObject);
        if (namespace.isEmpty() || members.isEmpty()) {
            fault(
                    pointer,
                    "The template function namespace is expected to have the properties 'namespace' and 'members'.");
            return;
        }
        members.get()
                .properties()
                .forEach(member -> member(
                        namespace.get(),
                        member.getKey(),
                        member.getValue(),
                        pointer + "/members/" + PointerSteps.escape(member.getKey())));
    }

    private void member(String namespace, String name, JsonNode written, String pointer) {
        String full = namespace + "." + name;
        JsonNode parameters = Values.member(written, "parameters").orElse(JsonNodeFactory.instance.arrayNode());
        Optional<JsonNode> output = Values.member(written, "output");
        Optional<JsonNode> value = output.flatMap(type -> Values.member(type, "value"));
        if (value.isEmpty()) {
            fault(pointer, "The template function '" + full + "' is expected to have an output with a value.");
            return;
        }
        declaration(full, output.get(), pointer + "/output", Set.of("value", "metadata"));
        List<String> names = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i++) {
            JsonNode parameter = parameters.get(i);
            String below = pointer + "/parameters/" + i;
            declaration(full, parameter, below, Set.of("name", "metadata"));
            names.add(Values.member(parameter, "name")
                    .filter(JsonNode::isString)
                    .map(JsonNode::stringValue)
                    .orElseGet(() -> {
                        fault(below, "A parameter of the template function '" + full + "' has no name.");
                        return "";
                    }));
        }
        UserFunction made = new UserFunction(
                names,
                (index, argument) ->
                        checked(full, "the argument '" + names.get(index) + "'", parameters.get(index), argument),
                value.get(),
                result -> checked(full, "the output", output.get(), result));
        if (functions.put(key(namespace, name), made) != null) {
            fault(pointer, "The template function '" + full + "' is defined multiple times.");
        }
    }

    private void declaration(String full, JsonNode declaration, String pointer, Set<String> besides) {
        for (Problem problem : DeclarationCheck.problems(
                compilation.declarations(), compilation.template().second(), declaration, besides)) {
            fault(pointer + problem.path(), "The template function '" + full + "' is not valid. " + problem.text());
        }
    }

    private JsonNode checked(String full, String what, JsonNode declaration, JsonNode value) {
        List<Problem> problems = ValueCheck.problems(compilation.declarations(), declaration, value);
        if (!problems.isEmpty()) {
            throw new EvaluationException("Unable to evaluate template language function '" + full + "': " + what
                    + " is not valid. " + problems.getFirst().text()
                    + " Please see https://aka.ms/arm-functions for usage details.");
        }
        return value;
    }

    private void fault(String pointer, String message) {
        compilation.faults().add(pointer, message + " Please see https://aka.ms/arm-functions for usage details.");
    }
}
