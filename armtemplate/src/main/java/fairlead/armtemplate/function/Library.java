package fairlead.armtemplate.function;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// The functions by their names, which may be written in any case.
public final class Library {

    static final int ANY = Integer.MAX_VALUE;

    private static final Map<String, Definition> FUNCTIONS = new HashMap<>();

    static {
        Strings.register();
        Numbers.register();
        Comparisons.register();
        Collections.register();
        Merging.register();
        Dates.register();
        Networks.register();
        Uris.register();
    }

    private Library() {}

    /// A function.
    ///
    /// @param name as the language writes it
    /// @param least how many arguments it has at least
    /// @param most how many it has at most
    public record Definition(String name, int least, int most, Function<Arguments, JsonNode> body) {

        /// @throws fairlead.stack.document.EvaluationException if it does not take these arguments
        public JsonNode call(List<JsonNode> arguments) {
            return body.apply(new Arguments(name, arguments).expect(least, most));
        }
    }

    /// The function of that name, if the language has one.
    public static Optional<Definition> find(String name) {
        return Optional.ofNullable(FUNCTIONS.get(name.toLowerCase(Locale.ROOT)));
    }

    /// The names of all, as the language writes them.
    public static List<String> names() {
        return FUNCTIONS.values().stream().map(Definition::name).sorted().toList();
    }

    static void add(String name, int least, int most, Function<Arguments, JsonNode> body) {
        FUNCTIONS.put(name.toLowerCase(Locale.ROOT), new Definition(name, least, most, body));
    }

    static void add(String name, int count, Function<Arguments, JsonNode> body) {
        add(name, count, count, body);
    }
}
