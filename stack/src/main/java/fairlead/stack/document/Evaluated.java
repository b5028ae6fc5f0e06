package fairlead.stack.document;

import fairlead.stack.document.Expression.Reference;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// What an expression comes to.
public sealed interface Evaluated {

    /// A value.
    ///
    /// @param secret whether a part of it must not be shown
    record Known(JsonNode value, boolean secret) implements Evaluated {}

    /// No value: what would have it is left out.
    record Absent() implements Evaluated {}

    /// A value that can't be known yet.
    ///
    /// @param because what has to be known first
    record Unknown(Set<Reference> because, boolean secret) implements Evaluated {
        public Unknown {
            because = Collections.unmodifiableSequencedSet(new LinkedHashSet<>(because));
        }
    }
}
