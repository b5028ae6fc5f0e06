package fairlead.server.registry.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.registry.query.QueryParameters.Rule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueryParametersTest {

    private static final Rule SHORT = Rule.of("[a-z]+", 2, 5);

    private enum Colour {
        RED,
        GREEN
    }

    private static String refusal(QueryParameters parameters) {
        return catchThrowableOfType(ProblemException.class, parameters::verify)
                .problem()
                .message();
    }

    @Test
    void tellEverythingThatIsWrongInAwsWords() {
        QueryParameters parameters =
                QueryParameters.of(Map.of("Short", "a", "Other", "UP", "Colour", "BLUE", "Count", "200"));
        parameters.text("Short", SHORT);
        parameters.text("Other", SHORT);
        parameters.required("Missing", SHORT);
        parameters.word("Colour", Colour.class);
        parameters.number("Count", 1, 100, 100);

        assertThat(refusal(parameters))
                .isEqualTo("5 validation errors detected:"
                        + " Value 'a' at 'short' failed to satisfy constraint: Member must have length greater than or"
                        + " equal to 2;"
                        + " Value 'UP' at 'other' failed to satisfy constraint: Member must satisfy regular expression"
                        + " pattern: [a-z]+;"
                        + " Value null at 'missing' failed to satisfy constraint: Member must not be null;"
                        + " Value 'BLUE' at 'colour' failed to satisfy constraint: Member must satisfy enum value set:"
                        + " [RED, GREEN];"
                        + " Value '200' at 'count' failed to satisfy constraint: Member must have value less than or"
                        + " equal to 100");
    }

    @Test
    void areFoundInListsAndStructures() {
        QueryParameters parameters = QueryParameters.of(Map.of(
                "Filters.Name", "one", "Items.member.1.Name", "two", "Items.member.2.Name", "3", "Unknown", "x"));

        List<QueryParameters> items = parameters.structures("Items");
        items.forEach(item -> item.required("Name", SHORT));

        assertThat(parameters.structure("Filters").text("Name")).contains("one");
        assertThat(items).hasSize(2);
        assertThat(refusal(parameters)).contains("Value '3' at 'items.2.member.name'");
    }

    @Test
    void ofAListAreTakenByTheirNumbersWhicheverAreLeftOut() {
        QueryParameters parameters = QueryParameters.of(
                Map.of("Items.member.10.Name", "ten", "Items.member.2.Name", "two", "Items.member.1x.Name", "none"));

        assertThat(parameters.structures("Items").stream().map(item -> item.required("Name", SHORT)))
                .containsExactly("two", "ten");
        assertThat(refusal(parameters)).contains("'Items.member.1x.Name' has no number");
    }

    @Test
    void thatAreNotReadAreIgnored() {
        assertThatCode(QueryParameters.of(Map.of("New", "x"))::verify).doesNotThrowAnyException();
    }

    @Test
    void areDecodedFromAForm() {
        assertThat(FormBody.parse("A=1+2&B=%C3%A9%26&C&=x", "A=1+2&D=3"))
                .containsExactlyInAnyOrderEntriesOf(Map.of("A", "1 2", "B", "é&", "C", "", "D", "3"));
    }

    @Test
    void thatContradictThemselvesAreRefused() {
        assertThat(catchThrowableOfType(ProblemException.class, () -> FormBody.parse("A=1&B=2", "A=3"))
                        .problem())
                .extracting(problem -> problem.code().text(), Problem::message)
                .containsExactly(
                        "MalformedQueryString",
                        "The parameter 'A' is given more than once, with different values; expected one.");
        assertThat(catchThrowableOfType(ProblemException.class, () -> FormBody.parse("A=1&".repeat(10_001)))
                        .problem()
                        .message())
                .contains("more than 10000 parameters");
    }
}
