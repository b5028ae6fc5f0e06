package fairlead.schema.check;

import fairlead.schema.source.Notation;
import fairlead.schema.source.Source;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// What is known about each kind of finding: `rules.json` beside this class.
public final class Rules {

    private static final Map<String, Rule> RULES = read();

    private Rules() {}

    /// All that a schema can be found wanting in, by id.
    public static Collection<Rule> all() {
        return Collections.unmodifiableCollection(RULES.values());
    }

    /// The rule of an id. One that is not written down breaks a keyword of the meta-schema.
    public static Rule of(String id) {
        String keyword = id.substring(id.indexOf('.') + 1);
        return RULES.getOrDefault(
                id,
                new Rule(
                        id,
                        "A value of the schema breaks '" + keyword + "' of the meta-schema.",
                        "Change the value as the message says."));
    }

    private static Map<String, Rule> read() {
        Map<String, Rule> rules = new LinkedHashMap<>();
        try (InputStream stream = Objects.requireNonNull(Rules.class.getResourceAsStream("rules.json"))) {
            if (Notation.JSON.read(stream.readAllBytes()) instanceof Source.Document(var root, var _, var _)) {
                root.forEachEntry((id, rule) -> rules.put(
                        id,
                        new Rule(
                                id,
                                rule.path("what").asString(""),
                                rule.path("mend").asString(""))));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rules;
    }
}
