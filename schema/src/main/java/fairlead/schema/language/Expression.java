package fairlead.schema.language;

import java.util.List;

/// A part of a pattern that an automaton can follow: [Chars], [Sequence], [Either], [Repeat] or [Edge].
sealed interface Expression {

    record Chars(CodePoints points) implements Expression {}

    record Sequence(List<Expression> parts) implements Expression {

        public Sequence {
            parts = List.copyOf(parts);
        }
    }

    record Either(List<Expression> alternatives) implements Expression {

        public Either {
            alternatives = List.copyOf(alternatives);
        }
    }

    /// @param most [Integer#MAX_VALUE] for any number of times
    record Repeat(Expression part, int least, int most) implements Expression {}

    /// The begin or the end of the text.
    record Edge(Automaton.When when) implements Expression {}
}
