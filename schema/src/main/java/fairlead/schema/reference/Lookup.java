package fairlead.schema.reference;

import java.util.List;
import tools.jackson.databind.JsonNode;

/// The result of the search for a document: [Found] or [Missing].
public sealed interface Lookup {

    record Found(JsonNode document) implements Lookup {}

    /// @param why for each place that was looked at, why the document is not from there; for people
    record Missing(List<String> why) implements Lookup {

        public Missing {
            why = List.copyOf(why);
        }

        static Missing because(String why) {
            return new Missing(List.of(why));
        }
    }
}
