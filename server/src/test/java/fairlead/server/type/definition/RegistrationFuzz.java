package fairlead.server.type.definition;

import fairlead.fuzz.FuzzTarget;
import fairlead.fuzz.Law;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/// The registration file of a type.
public final class RegistrationFuzz implements FuzzTarget {

    @Override
    public void run(byte[] input) {
        ObjectNode document;
        try {
            if (!(Documents.JSON.readTree(input) instanceof ObjectNode object)) {
                return;
            }
            document = object;
        } catch (JacksonException none) {
            return;
        }
        ObjectNode before = document.deepCopy();
        List<Problem.Detail> wrong = new ArrayList<>();
        Registration read = Registration.read(document, wrong);
        Law.same(document, before, "a document is not changed by reading it");
        try {
            Registration parsed = Registration.parse(document);
            Law.holds(wrong.isEmpty(), "what is taken has nothing wrong");
            Law.same(parsed.lifecycle(), read.lifecycle(), "the same each time");
            parsed.armType()
                    .ifPresent(
                            type -> Law.same(ArmType.parse(type.toString()), type, "a type that is written and read"));
        } catch (ProblemException refused) {
            Law.holds(refused.problem() instanceof Problem.InvalidBody && !wrong.isEmpty(), "a refusal says why");
        }
        wrong.forEach(detail -> Law.holds(detail.target().startsWith("/"), "what is wrong has a place"));
    }
}
