package fairlead.docs;

import fairlead.contract.Checker;
import fairlead.contract.Clause;
import fairlead.contract.Contract;
import fairlead.contract.Rule;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Makes the parts of the reference of the handler contract that follow from its data.
final class ContractReference {

    private ContractReference() {}

    /// Every clause, by section.
    static String clauses() {
        StringBuilder text = new StringBuilder();
        for (String section : Contract.sections()) {
            text.append(text.isEmpty() ? "" : "\n")
                    .append("## ")
                    .append(section)
                    .append("\n\n");
            text.append("| Clause | Level | Sentence | Seen to by | How | Reported as |\n|---|---|---|---|---|---|\n");
            Contract.clauses().stream()
                    .filter(clause -> clause.section().equals(section))
                    .forEach(clause -> text.append(row(clause)));
        }
        return text.toString();
    }

    private static String row(Clause clause) {
        String by = switch (clause.checked()) {
            case SUITE -> "suite";
            case BOTH -> "guard and suite";
            case HOST -> "control plane";
            case NONE -> "-";
        };
        return "| `%s` | %s | %s | %s | %s | %s |\n"
                .formatted(
                        clause.id(),
                        clause.level().words(),
                        clause.sentence(),
                        by,
                        clause.how(),
                        listed(clause.rules().stream().map(Rule::id)));
    }

    /// Every rule with all that its definition says, and the classes that check them.
    static String rules() {
        StringBuilder text = new StringBuilder("| Rule | Sentence | Looked at | Not exercised if | In consequence of"
                + " | Checked in |\n|---|---|---|---|---|---|\n");
        for (Rule rule : Rule.values()) {
            text.append("| `%s` | %s | %s | %s | %s | %s |\n"
                    .formatted(
                            rule.id(),
                            rule.sentence(),
                            String.join(", ", rule.looksAt()),
                            String.join(", or ", rule.notExercised()),
                            listed(rule.causes().stream().map(Rule::id)),
                            listed(rule.checkers().stream().map(Checker::simpleName))));
        }
        text.append("\n| Class | What it does |\n|---|---|\n");
        for (Checker checker : Checker.values()) {
            text.append("| `%s` | %s |\n".formatted(checker.simpleName(), checker.task()));
        }
        return text.toString();
    }

    private static String listed(Stream<String> names) {
        String all = names.map(name -> "`" + name + "`").collect(Collectors.joining(", "));
        return all.isEmpty() ? "-" : all;
    }
}
