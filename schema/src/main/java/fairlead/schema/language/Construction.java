package fairlead.schema.language;

import fairlead.schema.language.Automaton.When;

/// Makes the automaton of an expression, which is searched for in a text.
final class Construction {

    private final Automaton automaton = new Automaton();

    private Construction() {}

    static Automaton of(Expression expression) {
        Construction construction = new Construction();
        Automaton automaton = construction.automaton;
        int begin = automaton.state();
        automaton.step(begin, CodePoints.ALL, begin);
        int end = construction.behind(begin, expression);
        int accept = automaton.state();
        automaton.step(accept, CodePoints.ALL, accept);
        automaton.jump(end, When.ALWAYS, accept);
        automaton.accepts(accept);
        return automaton;
    }

    /// The state behind an expression that begins in a state.
    private int behind(int from, Expression expression) {
        return switch (expression) {
            case Expression.Chars(var points) -> {
                int to = automaton.state();
                automaton.step(from, points, to);
                yield to;
            }
            case Expression.Sequence(var parts) -> {
                int at = from;
                for (Expression part : parts) {
                    at = behind(at, part);
                }
                yield at;
            }
            case Expression.Either(var alternatives) -> {
                int to = automaton.state();
                for (Expression alternative : alternatives) {
                    int own = automaton.state();
                    automaton.jump(from, When.ALWAYS, own);
                    automaton.jump(behind(own, alternative), When.ALWAYS, to);
                }
                yield to;
            }
            case Expression.Repeat repeat -> repeated(from, repeat);
            case Expression.Edge(var when) -> {
                int to = automaton.state();
                automaton.jump(from, when, to);
                yield to;
            }
        };
    }

    private int repeated(int from, Expression.Repeat repeat) {
        int at = from;
        for (int i = 0; i < repeat.least(); i++) {
            at = behind(at, repeat.part());
        }
        int to = automaton.state();
        if (repeat.most() == Integer.MAX_VALUE) {
            int loop = automaton.state();
            automaton.jump(at, When.ALWAYS, loop);
            automaton.jump(behind(loop, repeat.part()), When.ALWAYS, loop);
            automaton.jump(loop, When.ALWAYS, to);
            return to;
        }
        for (int i = repeat.least(); i < repeat.most(); i++) {
            automaton.jump(at, When.ALWAYS, to);
            int own = automaton.state();
            automaton.jump(at, When.ALWAYS, own);
            at = behind(own, repeat.part());
        }
        automaton.jump(at, When.ALWAYS, to);
        return to;
    }
}
