package fairlead.docs;

import fairlead.contract.Clause;
import fairlead.contract.Contract;
import fairlead.contract.Rule;
import java.util.stream.Collectors;

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
            case NONE -> "nobody";
        };
        String rules =
                clause.rules().stream().map(Rule::id).map(id -> "`" + id + "`").collect(Collectors.joining(", "));
        return "| `%s` | %s | %s | %s | %s | %s |\n"
                .formatted(
                        clause.id(),
                        clause.level().words(),
                        clause.sentence(),
                        by,
                        clause.how(),
                        rules.isEmpty() ? "-" : rules);
    }
}
