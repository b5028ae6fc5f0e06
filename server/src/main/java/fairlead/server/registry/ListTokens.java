package fairlead.server.registry;

import fairlead.server.registry.query.QueryParameters;
import fairlead.server.registry.query.XmlWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/// The page of a list that a call asks for. A token is the name of the last item of the page before, in disguise.
///
/// @param after the name of that item, or no characters for the first page
record ListTokens(int limit, String after) {

    private static final int MOST = 100;

    static ListTokens of(QueryParameters parameters) {
        int limit = parameters.number("MaxResults", 1, MOST, MOST);
        String token = parameters.text("NextToken", ParameterRules.NEXT_TOKEN).orElse("");
        return new ListTokens(limit, decoded(parameters, token));
    }

    private static String decoded(QueryParameters parameters, String token) {
        try {
            return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notOurs) {
            parameters.wrong("The pagination token is invalid");
            return "";
        }
    }

    /// Writes one page of items that are sorted by name.
    <T> void write(
            XmlWriter result, String list, List<T> sorted, Function<T, String> name, BiConsumer<XmlWriter, T> body) {
        List<T> rest = sorted.stream()
                .filter(item -> name.apply(item).compareTo(after) > 0)
                .limit(limit + 1L)
                .toList();
        List<T> page = rest.subList(0, Math.min(limit, rest.size()));
        result.list(list, page, body);
        if (rest.size() > limit) {
            byte[] last = name.apply(page.getLast()).getBytes(StandardCharsets.UTF_8);
            result.text("NextToken", Base64.getUrlEncoder().withoutPadding().encodeToString(last));
        }
    }
}
