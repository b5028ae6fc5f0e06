package fairlead.cloudformation.source;

import fairlead.schema.source.Position;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.JsonNodeFactory;

/// The short forms of functions: `!Sub text` is `{"Fn::Sub": "text"}`.
final class ShortForm {

    private static final Map<String, String> LONG = Stream.of(
                    "Join",
                    "Sub",
                    "GetAtt",
                    "Select",
                    "Split",
                    "FindInMap",
                    "Base64",
                    "Cidr",
                    "GetAZs",
                    "If",
                    "Equals",
                    "And",
                    "Or",
                    "Not",
                    "ImportValue",
                    "Transform",
                    "Contains",
                    "EachMemberEquals",
                    "EachMemberIn",
                    "RefAll",
                    "ValueOf",
                    "ValueOfAll")
            .collect(Collectors.toMap(
                    name -> "!" + name,
                    name -> "Fn::" + name,
                    (first, _) -> first,
                    () -> new TreeMap<>(Map.of("!Ref", "Ref", "!Condition", "Condition"))));

    private ShortForm() {}

    static String names() {
        return String.join(", ", LONG.keySet());
    }

    /// The long form; empty if there is no such function.
    static Optional<Tree> of(String tag, Tree argument) {
        return Optional.ofNullable(LONG.get(tag))
                .map(name -> Tree.Mapping.of(
                        name, name.equals("Fn::GetAtt") ? attribute(argument) : argument, argument.at()));
    }

    /// `Disk.Size.Unit` is the attribute `Size.Unit` of `Disk`.
    private static Tree attribute(Tree argument) {
        String text = argument.text().orElse("");
        int dot = text.indexOf('.');
        return dot < 0
                ? argument
                : new Tree.Sequence(
                        List.of(
                                part(text.substring(0, dot), argument.at()),
                                part(text.substring(dot + 1), argument.at())),
                        argument.at());
    }

    private static Tree part(String text, Position at) {
        return new Tree.Scalar(JsonNodeFactory.instance.stringNode(text), at);
    }
}
