package fairlead.server.registry.stack;

import fairlead.server.registry.query.QueryParameters;
import fairlead.server.registry.query.XmlWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/// The tokens by which clients ask for the next page of a list: the mark of the last item of the page before, in
/// disguise.
final class Pages {

    private Pages() {}

    /// The mark behind which the page begins; empty for the first one.
    static Optional<String> after(QueryParameters parameters) {
        Optional<String> token = parameters.text("NextToken", StackRules.NEXT_TOKEN);
        parameters.verify();
        return token.map(Pages::decoded);
    }

    private static String decoded(String token) {
        try {
            return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notOurs) {
            throw wrong();
        }
    }

    static RuntimeException wrong() {
        return StackFaults.invalid("The pagination token is invalid");
    }

    /// Writes a page, and a token if there is more.
    ///
    /// @param found what follows, one more than a page has if there is more
    /// @param mark of an item
    static <T> void write(
            XmlWriter result,
            String list,
            List<T> found,
            int size,
            Function<T, String> mark,
            BiConsumer<XmlWriter, T> body) {
        List<T> page = found.subList(0, Math.min(size, found.size()));
        result.list(list, page, body);
        if (found.size() > size) {
            byte[] last = mark.apply(page.getLast()).getBytes(StandardCharsets.UTF_8);
            result.text("NextToken", Base64.getUrlEncoder().withoutPadding().encodeToString(last));
        }
    }

    /// A page of a list that is at hand as a whole; its marks are places in it.
    static <T> void write(
            QueryParameters parameters,
            XmlWriter result,
            String list,
            List<T> all,
            int size,
            BiConsumer<XmlWriter, T> body) {
        int from = after(parameters).map(Pages::number).orElse(0);
        List<T> rest = all.subList(Math.min(from, all.size()), all.size());
        write(result, list, rest, size, _ -> Integer.toString(from + size), body);
    }

    private static int number(String mark) {
        if (!mark.matches("\\d{1,9}")) {
            throw wrong();
        }
        return Integer.parseInt(mark);
    }
}
