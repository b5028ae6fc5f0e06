package fairlead.smithy.protocol;

import fairlead.schema.text.Percent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.knowledge.HttpBinding;
import software.amazon.smithy.model.knowledge.HttpBinding.Location;
import software.amazon.smithy.model.pattern.SmithyPattern.Segment;
import software.amazon.smithy.model.shapes.ListShape;
import software.amazon.smithy.model.traits.HttpTrait;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The address of an operation: a path with labels, and a query.
final class RestAddress {

    private final Model model;
    private final HeaderText texts;

    RestAddress(Model model, HeaderText texts) {
        this.model = model;
        this.texts = texts;
    }

    /// @throws IllegalArgumentException if a label has no value: the address would be that of something else
    String path(HttpTrait http, Collection<HttpBinding> bindings, ObjectNode document) {
        Map<String, HttpBinding> labels = RestJson.of(bindings, Location.LABEL).stream()
                .collect(Collectors.toMap(HttpBinding::getMemberName, binding -> binding));
        StringBuilder path = new StringBuilder();
        for (Segment segment : http.getUri().getSegments()) {
            path.append('/');
            if (segment.isLiteral()) {
                path.append(segment.getContent());
                continue;
            }
            HttpBinding binding = labels.get(segment.getContent());
            JsonNode value = document.path(segment.getContent());
            if (binding == null || !RestJson.isThere(value)) {
                throw new IllegalArgumentException("expected a value of '" + segment.getContent() + "', found none");
            }
            String text = texts.text(binding.getMember(), value, Location.LABEL);
            if (text.isEmpty()) {
                throw new IllegalArgumentException("expected a text for '" + segment.getContent() + "', found \"\"");
            }
            path.append(segment.isGreedyLabel() ? Percent.encodePath(text) : Percent.encode(text));
        }
        return path.isEmpty() ? "/" : path.toString();
    }

    /// What the address says itself, then single members, then those of a map that are none of these.
    List<String> query(HttpTrait http, Collection<HttpBinding> bindings, ObjectNode document) {
        List<String> query = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        http.getUri().getQueryLiterals().forEach((name, value) -> {
            taken.add(name);
            query.add(value.isEmpty() ? Percent.encode(name) : parameter(name, value));
        });
        for (HttpBinding binding : RestJson.of(bindings, Location.QUERY)) {
            JsonNode value = document.path(binding.getMemberName());
            if (RestJson.isThere(value)) {
                taken.add(binding.getLocationName());
                single(binding, value, query);
            }
        }
        for (HttpBinding binding : RestJson.of(bindings, Location.QUERY_PARAMS)) {
            for (Map.Entry<String, JsonNode> entry :
                    document.path(binding.getMemberName()).properties()) {
                if (!taken.contains(entry.getKey())) {
                    several(entry.getKey(), entry.getValue(), query);
                }
            }
        }
        return query;
    }

    private void single(HttpBinding binding, JsonNode value, List<String> query) {
        if (!(model.expectShape(binding.getMember().getTarget()) instanceof ListShape list)) {
            query.add(parameter(binding.getLocationName(), texts.text(binding.getMember(), value, Location.QUERY)));
            return;
        }
        for (JsonNode element : value) {
            if (!element.isNull()) {
                String text = texts.text(list.getMember(), element, Location.QUERY);
                query.add(parameter(binding.getLocationName(), text));
            }
        }
    }

    private static void several(String name, JsonNode value, List<String> query) {
        if (!value.isArray()) {
            if (!value.isNull()) {
                query.add(parameter(name, value.asString()));
            }
            return;
        }
        value.valueStream()
                .filter(element -> !element.isNull())
                .forEach(element -> query.add(parameter(name, element.asString())));
    }

    private static String parameter(String name, String value) {
        return Percent.encode(name) + "=" + Percent.encode(value);
    }
}
