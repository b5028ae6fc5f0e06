package fairlead.server.tagging;

import fairlead.schema.arn.Arn;
import fairlead.server.resource.Tagging;
import fairlead.server.resource.change.TagRules;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.list.Inventory;
import fairlead.server.resource.record.Listing;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.TagUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Finds resources by their tags, and the tags that resources have.
final class Search {

    private static final int MOST_ON_A_PAGE = 100;
    private static final int TAGS_EACH = 50;
    private static final int MOST_LOOKS = 10;
    private static final int KEYS_ON_A_PAGE = 100;
    private static final int RESOURCES_AT_ONCE = 1_000;

    private final TaggedResources tagged;
    private final TaggingVerbs verbs;

    Search(TaggedResources tagged, TaggingVerbs verbs) {
        this.tagged = tagged;
        this.verbs = verbs;
    }

    // -- resources --------------------------------------------------------------------------------------------------

    /// What is asked for.
    ///
    /// @param tags all of which a resource has to have
    /// @param types of one of which it has to be: `service` or `service:type`; none means any
    private record Wanted(List<TagFilter> tags, List<String> types) {

        boolean fits(ObjectNode present, String arn) {
            return tags.stream().allMatch(tag -> tag.fits(present)) && (types.isEmpty() || isOfType(arn));
        }

        private boolean isOfType(String text) {
            Optional<Arn> arn = Arn.parse(text);
            if (arn.isEmpty()) {
                return false;
            }
            String service = arn.get().service();
            String type = service + ":" + arn.get().resource().split("[/:]", 2)[0];
            return types.stream().anyMatch(wanted -> wanted.equalsIgnoreCase(service) || wanted.equalsIgnoreCase(type));
        }
    }

    /// @param values one of which the tag has to have; none means any
    private record TagFilter(String key, List<String> values) {

        boolean fits(ObjectNode tags) {
            Optional<String> value =
                    TagRules.same(tags, key).map(name -> tags.path(name).asString(""));
            return value.filter(text -> values.isEmpty() || values.contains(text))
                    .isPresent();
        }
    }

    ObjectNode resources(SignedCall call) {
        Input input = call.input();
        List<String> arns = input.texts("ResourceARNList", MOST_ON_A_PAGE);
        Wanted wanted = new Wanted(filters(input), input.texts("ResourceTypeFilters", MOST_ON_A_PAGE));
        int each = input.number("ResourcesPerPage", 1, MOST_ON_A_PAGE, MOST_ON_A_PAGE);
        int tags = input.number("TagsPerPage", 100, 500, MOST_ON_A_PAGE * TAGS_EACH);
        Optional<String> token = input.text("PaginationToken");
        boolean compliance = input.flag("IncludeComplianceDetails");
        boolean onlyFaulty = input.flag("ExcludeCompliantResources");
        refuseBoth(input, "ResourcesPerPage", "TagsPerPage");
        for (String other : List.of("ResourceTypeFilters", "TagFilters", "ResourcesPerPage", "PaginationToken")) {
            refuseBoth(input, "ResourceARNList", other);
        }
        input.check();
        Marks marks = new Marks(call.subscription() + call.location() + wanted);
        List<Found> found = new ArrayList<>();
        Optional<String> next = Optional.empty();
        if (!arns.isEmpty()) {
            arns.forEach(arn -> tagged.find(call, arn).forEach(resource -> add(found, resource, arn, wanted)));
        } else if (!onlyFaulty) {
            next = search(call, wanted, marks.decode(token), Math.min(each, tags / TAGS_EACH), found);
        }
        return answer(found, marks.encode(next), compliance);
    }

    private static void refuseBoth(Input input, String one, String other) {
        if (input.isGiven(one) && input.isGiven(other)) {
            input.wrong(other, "expected nothing beside " + one);
        }
    }

    private static List<TagFilter> filters(Input input) {
        List<TagFilter> filters = new ArrayList<>();
        for (JsonNode filter : input.list("TagFilters", 50)) {
            String key = filter.path("Key").asString("");
            if (key.isEmpty()) {
                input.wrong("TagFilters", "expected a Key, found " + filter);
            }
            List<String> values = filter.path("Values")
                    .valueStream()
                    .map(value -> value.asString(""))
                    .toList();
            filters.add(new TagFilter(key, values));
        }
        return filters;
    }

    /// @param tags as they are stored
    private record Found(String arn, ObjectNode tags) {}

    private void add(List<Found> found, Resource resource, String arn, Wanted wanted) {
        ObjectNode tags = Tagging.of(resource);
        if (!tags.isEmpty() && wanted.fits(tags, arn)) {
            found.add(new Found(arn, tags));
        }
    }

    /// Adds what it finds; the place where it ended, unless that was the end. A page may come to an end before it is
    /// full.
    private Optional<String> search(
            SignedCall call, Wanted wanted, Optional<String> after, int limit, List<Found> found) {
        Inventory.Filter filter = filter(call, wanted);
        Optional<String> mark = after;
        for (int look = 0; look < MOST_LOOKS && found.size() < limit; look++) {
            Listing.Page page = verbs.inventory()
                    .page(call.subscription(), filter, verbs.readable(call.caller()), mark, limit - found.size());
            for (Resource resource : page.resources()) {
                verbs.arns().of(resource).ifPresent(arn -> add(found, resource, arn, wanted));
            }
            mark = page.next();
            if (mark.isEmpty()) {
                break;
            }
        }
        return mark;
    }

    /// The first tag that is asked for leads along an index.
    private static Inventory.Filter filter(SignedCall call, Wanted wanted) {
        Optional<TagFilter> first = wanted.tags().stream().findFirst();
        return located(
                call,
                first.map(TagFilter::key),
                first.filter(tag -> tag.values().size() == 1)
                        .map(tag -> tag.values().getFirst()));
    }

    private static Inventory.Filter located(SignedCall call, Optional<String> key, Optional<String> value) {
        return new Inventory.Filter(
                Optional.empty(), Optional.empty(), Optional.of(call.location()), Optional.empty(), key, value);
    }

    private static ObjectNode answer(List<Found> found, String token, boolean compliance) {
        ObjectNode answer = Documents.JSON.createObjectNode().put("PaginationToken", token);
        ArrayNode list = answer.putArray("ResourceTagMappingList");
        for (Found one : found) {
            ObjectNode mapping = list.addObject().put("ResourceARN", one.arn());
            mapping.set("Tags", AwsTags.list(one.tags(), "Key", "Value"));
            if (compliance) {
                mapping.putObject("ComplianceDetails").put("ComplianceStatus", true);
            }
        }
        return answer;
    }

    // -- tags -------------------------------------------------------------------------------------------------------

    /// The keys that resources have, as the first that has each writes it.
    ObjectNode keys(SignedCall call) {
        Optional<String> token = call.input().text("PaginationToken");
        call.input().check();
        Marks marks = new Marks("keys" + call.subscription() + call.location());
        List<TagUse> used = verbs.tagging().used(call.subscription(), marks.decode(token), KEYS_ON_A_PAGE);
        ObjectNode answer = Documents.JSON.createObjectNode();
        ArrayNode keys = answer.putArray("TagKeys");
        for (TagUse one : used) {
            Inventory.Filter filter = located(call, Optional.of(one.key()), Optional.empty());
            verbs
                    .inventory()
                    .page(call.subscription(), filter, verbs.readable(call.caller()), Optional.empty(), 1)
                    .resources()
                    .stream()
                    .findFirst()
                    .flatMap(resource -> TagRules.same(Tagging.of(resource), one.key()))
                    .ifPresent(keys::add);
        }
        Optional<String> next = used.size() < KEYS_ON_A_PAGE
                ? Optional.empty()
                : Optional.of(used.getLast().key());
        return answer.put("PaginationToken", marks.encode(next));
    }

    /// The values of a key, each once: resources come in their order.
    ObjectNode values(SignedCall call) {
        String key = call.input().required("Key");
        Optional<String> token = call.input().text("PaginationToken");
        call.input().check();
        Marks marks = new Marks("values" + call.subscription() + call.location() + key);
        Optional<String> after = marks.decode(token);
        Inventory.Filter filter = located(call, Optional.of(key), Optional.empty());
        Listing.Page page = verbs.inventory()
                .page(call.subscription(), filter, verbs.readable(call.caller()), after, RESOURCES_AT_ONCE);
        ObjectNode answer = Documents.JSON.createObjectNode();
        ArrayNode values = answer.putArray("TagValues");
        Optional<String> last = after.map(mark -> mark.substring(0, Math.max(0, mark.lastIndexOf('\n'))));
        for (Resource resource : page.resources()) {
            ObjectNode tags = Tagging.of(resource);
            Optional<String> value =
                    TagRules.same(tags, key).map(name -> tags.path(name).asString(""));
            if (!value.equals(last)) {
                value.ifPresent(values::add);
                last = value;
            }
        }
        return answer.put("PaginationToken", marks.encode(page.next()));
    }
}
