package fairlead.stack.document;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/// A value in a template: one that is known, or one that is made of what nodes will be.
///
/// Whatever does not depend on a node has been evaluated by the compiler, so that a [Call] always has a
/// [Reference] below it.
public sealed interface Expression {

    /// A value that is known.
    ///
    /// @param secret whether it is, or is made of, something that nothing may show
    /// @param inputs the names of the parameters that it is made of
    record Value(JsonNode value, boolean secret, Set<String> inputs) implements Expression {
        public Value {
            inputs = Set.copyOf(inputs);
        }

        /// A value that stands in the template as it is.
        public static Value of(JsonNode value) {
            return new Value(value, false, Set.of());
        }
    }

    /// No value: the member or item that has it is not there.
    record Absent() implements Expression {}

    /// An object, in the order of its members.
    record ObjectOf(SequencedMap<String, Expression> members) implements Expression {}

    /// A list.
    record ArrayOf(List<Expression> items) implements Expression {
        public ArrayOf {
            items = List.copyOf(items);
        }
    }

    /// A function of values that are not all known yet.
    ///
    /// @param name by which the language calls it
    /// @param place where it stands in the template, as a JSON pointer, for messages
    record Call(String name, String place, Function function, List<Expression> arguments) implements Expression {
        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /// Something of a node.
    ///
    /// @param node the key of the node
    /// @param place where it stands in the template, as a JSON pointer
    record Reference(String node, Part part, String place) implements Expression {}

    /// What of a node is meant.
    sealed interface Part {

        /// By what its type names it: the primary identifier, its parts joined with `|`.
        record Identifier() implements Part {}

        /// One of its properties, as it is read; all of them if the path is empty.
        record Property(List<String> path) implements Part {
            public Property {
                path = List.copyOf(path);
            }
        }

        /// The resource whole, with its name, type, location and tags around the properties.
        record Whole() implements Part {}

        /// What an action of its type answers.
        ///
        /// @param input what the action is given
        record Action(String name, JsonNode input) implements Part {}
    }

    /// A pure function of JSON values.
    interface Function {

        /// @param arguments all known; a list or an object has lost its absent parts
        /// @throws EvaluationException if the values are not what the function takes
        JsonNode apply(List<JsonNode> arguments);
    }

    /// Calls a visitor with each reference in the expression, from left to right.
    default void references(Consumer<Reference> visitor) {
        switch (this) {
            case Value _, Absent _ -> {}
            case ObjectOf(var members) -> members.values().forEach(member -> member.references(visitor));
            case ArrayOf(var items) -> items.forEach(item -> item.references(visitor));
            case Call call -> call.arguments().forEach(argument -> argument.references(visitor));
            case Reference reference -> visitor.accept(reference);
        }
    }

    /// An object whose members are in the order of a map.
    static ObjectOf object(Map<String, Expression> members) {
        return new ObjectOf(Collections.unmodifiableSequencedMap(new LinkedHashMap<>(members)));
    }
}
