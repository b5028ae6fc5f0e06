package fairlead.armtemplate;

import fairlead.armtemplate.source.SourceText;
import fairlead.schema.source.Position;
import fairlead.stack.document.EvaluationException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Keeps what is wrong, each thing once.
final class Faults {

    /// What an exception says whose reason is kept already.
    private static final String SAID = "(said before)";

    private final SourceText source;
    private final List<Fault> all;
    private final Set<Fault> seen = new HashSet<>();

    /// @param all to which everything is added
    Faults(SourceText source, List<Fault> all) {
        this.source = source;
        this.all = all;
    }

    static EvaluationException said() {
        return new EvaluationException(SAID);
    }

    void add(String pointer, @Nullable String message) {
        add(Fault.INVALID_TEMPLATE, pointer, message);
    }

    void add(String code, String pointer, @Nullable String message) {
        if (message != null && !message.contains(SAID)) {
            Fault fault = new Fault(code, message, source.pointer() + pointer, position(pointer));
            if (seen.add(fault)) {
                all.add(fault);
            }
        }
    }

    Position position(String pointer) {
        return source.at(pointer);
    }

    /// A place as messages name it.
    String at(String pointer) {
        Position position = position(pointer);
        return "at line '" + position.line() + "' and column '" + position.column() + "'";
    }

    int count() {
        return all.size();
    }
}
