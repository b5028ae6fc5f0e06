package fairlead.server.access.condition;

import fairlead.server.access.Action;
import fairlead.server.access.RequestAttributes;
import java.util.List;

/// When a role assignment counts.
///
/// Implements "Azure role assignment condition format and syntax", as far as conditions are about actions and role
/// assignments. What is not understood is refused when it is written, and never taken for true.
public final class Condition {

    private final String text;
    private final Expression expression;

    private Condition(String text, Expression expression) {
        this.text = text;
        this.expression = expression;
    }

    /// The condition in the text. Throws [IllegalArgumentException] with what is wrong, and at which character.
    public static Condition parse(String text) {
        return new Condition(text, new ConditionParser(text).parse());
    }

    /// Whether it holds for a request.
    public boolean holds(Action action, RequestAttributes attributes) {
        return expression.holds(action, attributes);
    }

    /// As it was written.
    @Override
    public String toString() {
        return text;
    }

    /// A part of a condition.
    sealed interface Expression {

        boolean holds(Action action, RequestAttributes attributes);

        /// @param parts at least one
        record All(List<Expression> parts) implements Expression {
            @Override
            public boolean holds(Action action, RequestAttributes attributes) {
                return parts.stream().allMatch(part -> part.holds(action, attributes));
            }
        }

        /// @param parts at least one
        record Any(List<Expression> parts) implements Expression {
            @Override
            public boolean holds(Action action, RequestAttributes attributes) {
                return parts.stream().anyMatch(part -> part.holds(action, attributes));
            }
        }

        record Not(Expression part) implements Expression {
            @Override
            public boolean holds(Action action, RequestAttributes attributes) {
                return !part.holds(action, attributes);
            }
        }

        /// @param pattern in lower case; `*` stands for any run of characters
        record ActionMatches(String pattern) implements Expression {
            @Override
            public boolean holds(Action action, RequestAttributes attributes) {
                return Comparison.isLike(action.key(), pattern);
            }
        }

        /// @param attribute its [RequestAttributes#key]
        record Exists(String attribute) implements Expression {
            @Override
            public boolean holds(Action action, RequestAttributes attributes) {
                return attributes.of(attribute).isPresent();
            }
        }

        /// @param attribute its [RequestAttributes#key]
        record Compares(String attribute, Quantifier quantifier, Comparison comparison, List<String> values)
                implements Expression {
            @Override
            public boolean holds(Action action, RequestAttributes attributes) {
                List<String> found = attributes.of(attribute).orElse(List.of());
                return found.isEmpty() ? comparison.isNegative() : quantifier.holds(found, values, comparison);
            }
        }
    }
}
