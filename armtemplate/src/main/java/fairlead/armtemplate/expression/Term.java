package fairlead.armtemplate.expression;

import java.util.List;
import java.util.stream.Collectors;

/// An expression, or a part of one: [Text], [Whole], [Call] or [Member].
public sealed interface Term {

    /// A string.
    record Text(String value) implements Term {}

    /// A whole number.
    record Whole(long value) implements Term {}

    /// A call of a function.
    ///
    /// @param namespace of a function that the template defines; empty for a function of the language
    record Call(String namespace, String name, List<Term> arguments) implements Term {
        public Call {
            arguments = List.copyOf(arguments);
        }

        /// The name as it is called.
        public String fullName() {
            return namespace.isEmpty() ? name : namespace + "." + name;
        }
    }

    /// A member of an object, or an item of an array.
    ///
    /// @param key comes to a name or to an index
    record Member(Term of, Term key) implements Term {}

    /// The expression as it may be written, without the brackets around it.
    default String written() {
        return switch (this) {
            case Text(var value) -> "'" + value.replace("'", "''") + "'";
            case Whole(var value) -> Long.toString(value);
            case Call call ->
                call.fullName()
                        + call.arguments().stream().map(Term::written).collect(Collectors.joining(", ", "(", ")"));
            case Member(var of, var key) ->
                key instanceof Text(var name) && Parser.isName(name)
                        ? of.written() + "." + name
                        : of.written() + "[" + key.written() + "]";
        };
    }
}
