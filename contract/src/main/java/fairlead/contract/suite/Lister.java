package fairlead.contract.suite;

import fairlead.contract.Guard;
import fairlead.contract.Rule;
import fairlead.contract.suite.Calls.Delivery;
import fairlead.contract.suite.Calls.Listed;
import fairlead.handler.Page;
import fairlead.handler.Query;
import fairlead.handler.ResourceHandler.Listable;
import fairlead.schema.HandlerKind;
import fairlead.schema.ResourceSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Walks lists to their end, and finds those that have none.
final class Lister {

    static final int USUAL = 100;
    private static final int MOST_PAGES = 2_000;
    private static final int MOST_PAGES_WITHOUT_NEWS = 30;

    private final ResourceSchema schema;
    private final Calls calls;
    private final Guard guard;
    private final Findings findings;
    private final boolean listable;

    Lister(Subject subject, Calls calls, Findings findings) {
        this.schema = subject.schema();
        this.calls = calls;
        this.guard = new Guard(schema);
        this.findings = findings;
        this.listable = schema.handlers().contains(HandlerKind.LIST) && subject.handler() instanceof Listable;
    }

    /// A whole list.
    ///
    /// @param ids the identifiers, in the order they came
    /// @param twice those that stood on two pages
    /// @param pages how many pages there were
    /// @param refused how the list failed, if it did
    /// @param ended whether there was a last page
    record Walk(Set<String> ids, Set<String> twice, int pages, Optional<Listed.Refused> refused, boolean ended) {

        Set<String> without(Walk before) {
            Set<String> more = new LinkedHashSet<>(ids);
            more.removeAll(before.ids);
            return more;
        }
    }

    boolean isListable() {
        return listable;
    }

    /// What a list has to be given so that it shows a thing made with an input; empty if that can't be said.
    Optional<ObjectNode> filter(ObjectNode input) {
        JsonNode declared = schema.document().at("/handlers/list/handlerSchema");
        ObjectNode filter = JsonNodeFactory.instance.objectNode();
        if (declared.isObject()) {
            declared.path("required").forEach(name -> take(input, name.stringValue(), filter));
            if (!schema.validateListInput(filter).isEmpty()) {
                declared.path("properties").propertyNames().forEach(name -> take(input, name, filter));
            }
        }
        return Optional.of(filter).filter(f -> schema.validateListInput(f).isEmpty());
    }

    private static void take(ObjectNode from, String name, ObjectNode to) {
        from.optional(name).ifPresent(value -> to.set(name, value.deepCopy()));
    }

    Walk walk(ObjectNode filter, int limit) {
        Set<String> ids = new LinkedHashSet<>();
        Set<String> twice = new LinkedHashSet<>();
        Set<String> tokens = new HashSet<>();
        Optional<String> token = Optional.empty();
        int idle = 0;
        for (int pages = 1; ; pages++) {
            Listed listed = calls.list(new Query(filter, limit, token), new Delivery("list", 1, ""));
            findings.looked(Rule.LIST_SYNCHRONOUS, "lists");
            if (!(listed instanceof Listed.Paged(Page page))) {
                Listed.Refused refused = (Listed.Refused) listed;
                findings.looked(Rule.FAILURE_MESSAGE, "failures");
                return new Walk(ids, twice, pages, Optional.of(refused), false);
            }
            List<String> news = judge(page, limit, ids, twice);
            idle = news.isEmpty() ? idle + 1 : 0;
            token = page.next();
            if (token.isEmpty()) {
                findings.looked(Rule.LIST_TERMINATES, "walks");
                return new Walk(ids, twice, pages, Optional.empty(), true);
            }
            Optional<String> endless = endless(token.get(), tokens, idle, pages);
            if (endless.isPresent()) {
                findings.failed(Rule.LIST_TERMINATES, endless.get());
                return new Walk(ids, Set.of(), pages, Optional.empty(), false);
            }
        }
    }

    private List<String> judge(Page page, int limit, Set<String> ids, Set<String> twice) {
        guard.list(page).forEach(findings::failed);
        findings.looked(Rule.LIST_IDENTIFIERS, "entries", page.identifiers().size());
        if (page.identifiers().size() > limit) {
            findings.failed(
                    Rule.LIST_PAGINATES,
                    "A page has %d entries though at most %d were asked for."
                            .formatted(page.identifiers().size(), limit));
        }
        List<String> news = new ArrayList<>();
        Set<String> here = new LinkedHashSet<>();
        page.identifiers().forEach(entry -> schema.identifier(entry).ifPresent(here::add));
        for (String id : here) {
            if (ids.add(id)) {
                news.add(id);
            } else {
                twice.add(id);
            }
        }
        return news;
    }

    private static Optional<String> endless(String token, Set<String> tokens, int idle, int pages) {
        if (!tokens.add(token)) {
            return Optional.of("The next token of page " + pages + " had been given before: the list is endless.");
        }
        if (idle >= MOST_PAGES_WITHOUT_NEWS) {
            return Optional.of("The last " + idle + " pages brought nothing new, and there is still a next token.");
        }
        return pages >= MOST_PAGES
                ? Optional.of("There was still a next token after " + pages + " pages.")
                : Optional.empty();
    }
}
