package fairlead.armtemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.armtemplate.function.Values;
import fairlead.stack.document.Evaluated;
import fairlead.stack.document.Evaluated.Known;
import fairlead.stack.document.Evaluated.Unknown;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression.Part;
import fairlead.stack.document.Expression.Reference;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What depends on resources is evaluated once they are known.
class LateEvaluationTest {

    private static final JsonNode SITE = Templates.json(
            "{'kind': 'small', 'properties': {'Url': 'u', 'Count': 2, 'Items': [{'Name': 'a'}, {'Name': 'b'}], 'Pick':"
                    + " 'Url'}}");

    private static Evaluated value(String type, String expression) {
        Compiled compiled = Templates.compile(
                Templates.template("""
                    'parameters': {'password': {'type': 'securestring'}},
                    'resources': [
                      {'type': 'Example.Web/sites', 'apiVersion': '2026-01-01', 'name': 'site'},
                      {'type': 'Example.Web/sites', 'apiVersion': '2026-01-01', 'name': 'other'}],
                    'outputs': {'o': {'type': '%s', 'value': "%s"}}
                    """.formatted(type, expression)), "{'password': {'value': 'secret'}}");
        return Templates.evaluated(Templates.output(compiled, "o"), LateEvaluationTest::site);
    }

    private static Evaluated site(Reference reference) {
        if (reference.node().endsWith("/other")) {
            return new Unknown(Set.of(reference), false);
        }
        return switch (reference.part()) {
            case Part.Whole() -> new Known(SITE, false);
            case Part.Property(var path) -> new Known(SITE.get("properties").at(pointer(path)), false);
            case Part.Action(var name, var input) -> new Known(Values.text(name + input), false);
            case Part.Identifier() -> throw new AssertionError(reference);
        };
    }

    private static String pointer(List<String> path) {
        return path.isEmpty() ? "" : "/" + String.join("/", path);
    }

    private static String text(String type, String expression) {
        return value(type, expression) instanceof Known(var value, var _) ? Values.json(value) : "unknown";
    }

    @Test
    void functionsOfReferencesAreApplied() {
        assertThat(text("string", "[concat(reference('site').Url, '/', string(reference('site').Count))]"))
                .isEqualTo("\"u/2\"");
        assertThat(text("string", "[reference('site', '2026-01-01', 'Full').kind]"))
                .isEqualTo("\"small\"");
    }

    @Test
    void lambdasGoThroughWhatIsReferredTo() {
        assertThat(text("array", "[map(reference('site').Items, lambda('i', toUpper(lambdaVariables('i').Name)))]"))
                .isEqualTo("[\"A\",\"B\"]");
        assertThat(text("array", "[map(reference('site').Items, lambda('i', reference('site').Url))]"))
                .isEqualTo("[\"u\",\"u\"]");
    }

    @Test
    void aMemberMayBeNamedByAReference() {
        assertThat(text("string", "[reference('site')[reference('site').Pick]]"))
                .isEqualTo("\"u\"");
    }

    @Test
    void onlyTheBranchThatIsChosenMatters() {
        assertThat(text("string", "[if(equals(reference('site').Count, 2), 'two', string(div(1, 0)))]"))
                .isEqualTo("\"two\"");
        assertThatThrownBy(() -> text("int", "[if(equals(reference('site').Count, 3), 1, div(1, 0))]"))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining("the divisor must not be '0'");
    }

    @Test
    void whatIsNotKnownYetIsNamed() {
        assertThat(value("string", "[concat(reference('other').Url, reference('site').Url)]"))
                .isInstanceOfSatisfying(
                        Unknown.class,
                        unknown -> assertThat(unknown.because())
                                .extracting(Reference::node)
                                .containsExactly(Templates.GROUP + "/providers/Example.Web/sites/other"));
    }

    @Test
    void whatIsMadeOfASecretIsSecret() {
        assertThat(value("string", "[concat(reference('site').Url, parameters('password'))]"))
                .isEqualTo(new Known(Values.text("usecret"), true));
        assertThat(value("string", "[listKeys('site', '2026-01-01')]"))
                .isEqualTo(new Known(Values.text("listKeysnull"), true));
        assertThat(value("string", "[reference('site').Url]")).isEqualTo(new Known(Values.text("u"), false));
    }

    @Test
    void aMessageDoesNotTellASecret() {
        assertThatThrownBy(() -> value("int", "[int(parameters('password'))]"))
                .hasMessageContaining("Unable to evaluate template language function 'int': the value '****' can't be")
                .message()
                .doesNotContain("'secret'");
        assertThatThrownBy(() -> text("int", "[add(reference('site').Count, int(parameters('password')))]"))
                .message()
                .doesNotContain("'secret'");
    }

    @Test
    void theTypeOfAnOutputIsCheckedAsSoonAsItIsKnown() {
        assertThatThrownBy(() -> text("int", "[reference('site').Url]"))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining("The template output 'o' is not valid: Expected a value of type 'Integer'");
    }
}
