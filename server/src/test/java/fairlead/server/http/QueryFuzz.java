package fairlead.server.http;

import fairlead.fuzz.FuzzTarget;
import fairlead.fuzz.Input;
import fairlead.fuzz.Law;
import fairlead.schema.text.Percent;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpFields;

/// The query of an address, and the headers of a proxy: a query, a scheme and an authority, a line each.
public final class QueryFuzz implements FuzzTarget {

    @Override
    public void run(byte[] input) {
        List<String> lines = Input.lines(input, 3);
        requireForwarded(lines.get(1), lines.get(2));
        try {
            Query query = Query.parse(lines.get(0));
            String with = query.with("$top", "a%20b");
            Law.same(Query.parse(with).value("$top"), Optional.of("a b"), "a parameter that is set");
            Law.same(Query.parse(with).with("$TOP", ""), query.with("$top", ""), "a parameter that is left out");
            Query without = Query.parse(query.with("$top", ""));
            Law.holds(!without.has("$top"), "a parameter that is left out is not there");
            for (String name : List.of("api-version", "$filter", "q")) {
                requireValue(query, name);
            }
        } catch (ProblemException refused) {
            Law.holds(refused.problem() instanceof Problem.BadRequest, "a query is refused as a bad request");
        }
    }

    private static void requireValue(Query query, String name) {
        Optional<String> value = query.value(name);
        Law.same(value.isPresent(), query.has(name), "what is there has a value");
        value.ifPresent(text -> {
            Law.holds(!TextRules.hasZero(text), "no U+0000");
            Law.same(Percent.decode(Percent.encode(text)), text, "a value that is encoded and decoded");
        });
    }

    private static void requireForwarded(String scheme, String authority) {
        Forwarded.baseUrl(HttpFields.build().add("X-Forwarded-Proto", scheme).add("X-Forwarded-Host", authority))
                .ifPresent(url -> Law.holds(
                        url.matches("https?://[A-Za-z0-9.:\\[\\]-]+"),
                        "an address has nothing but scheme and authority"));
    }
}
