package fairlead.contract;

import fairlead.contract.Clause.Checked;
import fairlead.contract.Clause.Document;
import fairlead.contract.Clause.Level;
import java.io.InputStream;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The "CloudFormation resource type handler contract" as data: each of its normative sentences, and a few of the
/// documents beside it.
public final class Contract {

    private Contract() {}

    /// Read when it is first asked for.
    private static final class Holder {

        static final List<Clause> CLAUSES = read();
        static final Map<Rule, Clause> BY_RULE = byRule();

        private static List<Clause> read() {
            InputStream stream = Objects.requireNonNull(Contract.class.getResourceAsStream("clauses.json"));
            return JsonMapper.shared()
                    .readTree(stream)
                    .valueStream()
                    .map(Holder::clause)
                    .toList();
        }

        private static Clause clause(JsonNode entry) {
            String id = entry.path("id").stringValue();
            List<Rule> rules = Arrays.stream(Rule.values())
                    .filter(rule -> rule.clauses().contains(id))
                    .toList();
            return new Clause(
                    id,
                    entry.path("section").stringValue(),
                    Level.parse(entry.path("level").stringValue()),
                    entry.path("sentence").stringValue(),
                    Checked.valueOf(entry.path("by").stringValue().toUpperCase(Locale.ROOT)),
                    rules,
                    entry.path("how").stringValue(),
                    document(entry.path("document").asString("handler-contract")));
        }

        private static Document document(String name) {
            return Document.valueOf(name.replace('-', '_').toUpperCase(Locale.ROOT));
        }

        private static Map<Rule, Clause> byRule() {
            Map<String, Clause> byId = new HashMap<>();
            CLAUSES.forEach(clause -> byId.put(clause.id(), clause));
            Map<Rule, Clause> clauses = new EnumMap<>(Rule.class);
            for (Rule rule : Rule.values()) {
                clauses.put(rule, Objects.requireNonNull(byId.get(rule.clauses().getFirst()), rule::id));
            }
            return clauses;
        }
    }

    /// All clauses, in the order of the document.
    public static List<Clause> clauses() {
        return Holder.CLAUSES;
    }

    /// The clause that a rule stands for before all others.
    public static Clause clause(Rule rule) {
        return Objects.requireNonNull(Holder.BY_RULE.get(rule));
    }

    /// The sections, in the order of the document.
    public static List<String> sections() {
        return clauses().stream().map(Clause::section).distinct().toList();
    }
}
