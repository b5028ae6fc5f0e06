package fairlead.modelled;

import fairlead.handler.Context;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Page;
import fairlead.handler.Query;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import software.amazon.smithy.model.knowledge.PaginatedIndex;
import software.amazon.smithy.model.knowledge.PaginationInfo;
import software.amazon.smithy.model.shapes.ListShape;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.StructureShape;
import software.amazon.smithy.model.traits.RangeTrait;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Pages of identifiers, whatever the pages of the service are: a page of ours may end within one of theirs, so our
/// token names theirs and a place in it.
final class Listing {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final int MOST_PAGES = 100;
    private static final int MOST_ENTRIES = 100;

    private final Lifecycle lifecycle;
    private final OperationShape list;
    private final Calls calls;
    private final Waits waits;
    private final Translation translation;
    private final Optional<PaginationInfo> pages;

    Listing(Lifecycle lifecycle, OperationShape list, Calls calls, Waits waits) {
        this.waits = waits;
        this.lifecycle = lifecycle;
        this.list = list;
        this.calls = calls;
        this.translation = new Translation(lifecycle.model(), lifecycle.resource());
        this.pages = PaginatedIndex.of(lifecycle.model()).getPaginationInfo(lifecycle.service(), list);
    }

    /// Where a page begins: in which of the service's, and how many of its resources are behind.
    private record Place(String token, int passed) {

        static Place parse(String text) {
            try {
                String plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
                int space = plain.indexOf(' ');
                return new Place(plain.substring(space + 1), Integer.parseInt(plain.substring(0, space)));
            } catch (IllegalArgumentException | IndexOutOfBoundsException wrong) {
                throw new HandlerException(ErrorCode.INVALID_REQUEST, "The token of the page is none of this list.");
            }
        }

        @Override
        public String toString() {
            byte[] plain = (passed + " " + token).getBytes(StandardCharsets.UTF_8);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(plain);
        }
    }

    /// @param matches whether a resource, by its identifier, has the filter's properties that its entry does not show
    Page page(Query query, Context context, Predicate<ObjectNode> matches) {
        Place place = query.token().map(Place::parse).orElse(new Place("", 0));
        ObjectNode output = calls.output(list, input(query, place), context);
        List<ObjectNode> resources = new ArrayList<>();
        int at = 0;
        List<JsonNode> items = items(output);
        for (; at < items.size() && resources.size() < query.limit(); at++) {
            if (at >= place.passed()) {
                identifier(items.get(at), query.filter(), matches).ifPresent(resources::add);
            }
        }
        if (at < items.size()) {
            return new Page(resources, Optional.of(new Place(place.token(), at).toString()));
        }
        return new Page(
                resources,
                next(output)
                        .filter(token -> !token.equals(place.token()))
                        .map(token -> new Place(token, 0).toString()));
    }

    /// The identifiers of resources that may be the one with these properties: all that their entries show is so.
    ///
    /// @param parent the properties by which the list is asked for
    List<ObjectNode> alike(ObjectNode properties, ObjectNode parent, Context context) {
        List<ObjectNode> alike = new ArrayList<>();
        Optional<String> token = Optional.of("");
        for (int pages = 0; token.isPresent() && pages < MOST_PAGES; pages++) {
            Place place = new Place(token.get(), 0);
            ObjectNode output =
                    calls.output(list, input(new Query(parent, MOST_ENTRIES, Optional.empty()), place), context);
            for (JsonNode item : items(output)) {
                ObjectNode shown = properties(item);
                boolean fits = shown.properties().stream()
                        .filter(entry -> properties.has(entry.getKey()))
                        .allMatch(entry -> entry.getValue().equals(Equal.NUMBERS, properties.path(entry.getKey())));
                if (fits && !waits.isGone(shown)) {
                    shown.retain(lifecycle.identifier());
                    alike.add(shown);
                }
            }
            token = next(output).filter(next -> !next.equals(place.token()));
        }
        return alike;
    }

    private ObjectNode input(Query query, Place place) {
        ObjectNode input = translation.input(lifecycle.input(list), query.filter());
        pages.ifPresent(info -> {
            if (!place.token().isEmpty()) {
                input.put(info.getInputTokenMember().getMemberName(), place.token());
            }
            info.getPageSizeMember()
                    .ifPresent(member -> input.put(member.getMemberName(), size(member, query.limit())));
        });
        return input;
    }

    private int size(MemberShape member, int limit) {
        Optional<RangeTrait> range = member.getMemberTrait(lifecycle.model(), RangeTrait.class);
        int most = range.flatMap(RangeTrait::getMax).map(Number::intValue).orElse(Integer.MAX_VALUE);
        int least = range.flatMap(RangeTrait::getMin).map(Number::intValue).orElse(1);
        return Math.max(least, Math.min(limit, most));
    }

    private Optional<String> next(ObjectNode output) {
        return pages.map(info -> at(output, info.getOutputTokenMemberPath()))
                .flatMap(JsonNode::stringValueOpt)
                .filter(token -> !token.isEmpty());
    }

    private static JsonNode at(JsonNode document, List<MemberShape> path) {
        JsonNode node = document;
        for (MemberShape member : path) {
            node = node.path(member.getMemberName());
        }
        return node;
    }

    /// The resources: what the model says, else the first list or map in the output.
    private List<JsonNode> items(ObjectNode output) {
        JsonNode all = itemsMember().map(member -> at(output, path(member))).orElse(NODES.arrayNode());
        return all.isObject()
                ? all.propertyNames().stream().<JsonNode>map(NODES::stringNode).toList()
                : all.valueStream().toList();
    }

    private List<MemberShape> path(MemberShape member) {
        List<MemberShape> path = pages.map(PaginationInfo::getItemsMemberPath).orElse(List.of());
        return path.isEmpty() ? List.of(member) : path;
    }

    private Optional<MemberShape> itemsMember() {
        return pages.map(PaginationInfo::getItemsMemberPath)
                .filter(path -> !path.isEmpty())
                .map(List::getLast)
                .or(() -> lifecycle.output(list).members().stream()
                        .filter(member -> {
                            Shape target = lifecycle.model().expectShape(member.getTarget());
                            return target.isListShape() || target.isMapShape();
                        })
                        .findFirst());
    }

    /// The identifier of a resource: of its entry, and of the filter, which has that of its parent. An entry may be the
    /// identifier itself.
    private Optional<ObjectNode> identifier(JsonNode item, ObjectNode filter, Predicate<ObjectNode> matches) {
        ObjectNode properties = properties(item);
        if (waits.isGone(properties)) {
            return Optional.empty();
        }
        ObjectNode identifier = NODES.objectNode();
        for (String name : lifecycle.identifier()) {
            JsonNode value = properties.has(name) ? properties.path(name) : filter.path(name);
            if (value.isMissingNode()) {
                throw new HandlerException(
                        ErrorCode.GENERAL_SERVICE_EXCEPTION,
                        list.getId().getName() + " lists resources without their " + name + ".");
            }
            identifier.set(name, value);
        }
        boolean unseen = false;
        for (Map.Entry<String, JsonNode> wanted : filter.properties()) {
            JsonNode value = properties.has(wanted.getKey())
                    ? properties.path(wanted.getKey())
                    : identifier.path(wanted.getKey());
            if (!value.isMissingNode() && !value.equals(wanted.getValue())) {
                return Optional.empty();
            }
            unseen |= value.isMissingNode();
        }
        return !unseen || matches.test(identifier) ? Optional.of(identifier) : Optional.empty();
    }

    private ObjectNode properties(JsonNode item) {
        Optional<StructureShape> shape = itemsMember()
                .map(member -> lifecycle.model().expectShape(member.getTarget()))
                .filter(Shape::isListShape)
                .map(target -> lifecycle
                        .model()
                        .expectShape(((ListShape) target).getMember().getTarget()))
                .flatMap(Shape::asStructureShape);
        if (shape.isPresent()) {
            ObjectNode properties = translation.properties(shape.get(), item, _ -> true);
            lifecycle
                    .identity()
                    .in(shape.get(), item)
                    .properties()
                    .forEach(entry -> properties.putIfAbsent(entry.getKey(), entry.getValue()));
            return properties;
        }
        ObjectNode properties = NODES.objectNode();
        properties.set(lifecycle.identifier().getLast(), item);
        return properties;
    }
}
