package fairlead.server.registry.query;

import fairlead.fuzz.FuzzTarget;
import fairlead.fuzz.Input;
import fairlead.fuzz.Law;
import fairlead.schema.text.Percent;
import fairlead.server.http.TextRules;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.registry.query.QueryParameters.Rule;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The parameters of AWS's query protocol, and how actions read them.
public final class FormFuzz implements FuzzTarget {

    private static final Rule NAME = Rule.of("[A-Za-z0-9]{2,64}(::[A-Za-z0-9]{2,64}){2}", 10, 204);

    /// Some words.
    private enum Word {
        RESOURCE,
        MODULE,
        HOOK
    }

    @Override
    public void run(byte[] input) {
        Map<String, String> form;
        try {
            form = FormBody.parse(Input.stretched(Input.text(input)));
        } catch (ProblemException refused) {
            Law.holds(refused.problem() instanceof Problem.BadRequest, "a form is refused as a bad request");
            return;
        }
        form.forEach((name, value) ->
                Law.holds(!name.isEmpty() && !TextRules.hasZero(name + value), "parameters have names, and no U+0000"));
        String written = form.entrySet().stream()
                .map(parameter -> Percent.encode(parameter.getKey()) + "=" + Percent.encode(parameter.getValue()))
                .collect(Collectors.joining("&"));
        Law.same(FormBody.parse(written), form, "a form that is written and read");
        Law.same(FormBody.parse(written, written), form, "a form that is there twice");
        read(QueryParameters.of(form));
    }

    private static void read(QueryParameters parameters) {
        String name = parameters.required("TypeName", NAME);
        int most = parameters.number("MaxResults", 1, 100, 50);
        Law.holds(most >= 1 && most <= 100, "a number is within its limits");
        parameters.word("Type", Word.class);
        List<QueryParameters> structures = parameters.structures("Tags");
        structures.forEach(tag -> {
            Law.holds(tag.given(), "a structure of a list has members");
            tag.required("Key", NAME);
            tag.structures("Values").forEach(value -> value.text("X"));
        });
        parameters.structure("Filters").text("TypeNamePrefix", NAME);
        try {
            parameters.verify();
            Law.holds(NAME.pattern().matcher(name).matches(), "what is taken is as its rule says");
        } catch (ProblemException refused) {
            Law.holds(refused.problem() instanceof Problem.BadRequest, "parameters are refused as a bad request");
        }
    }
}
