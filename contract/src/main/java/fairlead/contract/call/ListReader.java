package fairlead.contract.call;

import fairlead.contract.Guard;
import fairlead.contract.Precondition;
import fairlead.contract.Rule;
import fairlead.contract.result.Findings;
import fairlead.handler.Page;
import fairlead.handler.Query;
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
public final class ListReader {

    public static final int USUAL = 100;
    private static final int MOST_PAGES = 2_000;
    private static final int MOST_PAGES_WITHOUT_NEWS = 30;

    private final ResourceSchema schema;
    private final HandlerCaller calls;
    private final Guard guard;
    private final Findings findings;
    private final boolean listable;

    public ListReader(Subject subject, HandlerCaller calls, Findings findings) {
        this.schema = subject.schema();
        this.calls = calls;
        this.guard = new Guard(schema);
        this.findings = findings;
        this.listable = Precondition.LIST_HANDLER.isMet(schema, subject.handler());
    }

    public boolean isListable() {
        return listable;
    }

    /// What a list has to be given so that it shows a resource made with an input; empty if that can't be said.
    public Optional<ObjectNode> filter(ObjectNode input) {
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

    public Listing read(ObjectNode filter, int limit) {
        Set<String> ids = new LinkedHashSet<>();
        Set<String> twice = new LinkedHashSet<>();
        Set<String> tokens = new HashSet<>();
        Optional<String> token = Optional.empty();
        int idle = 0;
        for (int pages = 1; ; pages++) {
            ListAnswer listed = calls.list(new Query(filter, limit, token), new Delivery("list", 1, ""));
            Guard.lookedAtList().forEach(findings::looked);
            if (!(listed instanceof ListAnswer.Paged(Page page))) {
                ListAnswer.Refused refused = (ListAnswer.Refused) listed;
                Guard.lookedAtFailure().forEach(findings::looked);
                return new Listing(ids, twice, pages, Optional.of(refused), false);
            }
            List<String> news = judge(page, limit, ids, twice);
            idle = news.isEmpty() ? idle + 1 : 0;
            token = page.next();
            if (token.isEmpty()) {
                findings.looked(Rule.LIST_TERMINATES, "whole lists");
                return new Listing(ids, twice, pages, Optional.empty(), true);
            }
            Optional<String> endless = endless(token.get(), tokens, idle, pages);
            if (endless.isPresent()) {
                findings.failed(Rule.LIST_TERMINATES, endless.get());
                return new Listing(ids, Set.of(), pages, Optional.empty(), false);
            }
        }
    }

    private List<String> judge(Page listed, int limit, Set<String> ids, Set<String> twice) {
        Page page = guard.identifiers(listed);
        guard.list(page, limit).forEach(findings::failed);
        Guard.lookedAtPage(page).forEach(findings::looked);
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
