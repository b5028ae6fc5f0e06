package fairlead.server.stack.http;

import fairlead.server.http.Request;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemException;
import fairlead.server.stack.step.StackOrder.OnFailure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The body of a request that says what a stack is to be.
///
/// @param prune whether a set's resources are deleted that its template no longer has
/// @param adopt whether a set takes in resources that are there and no stack's
record StackBody(
        String language,
        String template,
        Map<String, String> parameters,
        Map<String, String> tags,
        OnFailure then,
        boolean prune,
        boolean adopt) {

    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final Set<String> MEMBERS =
            Set.of("language", "template", "parameters", "tags", "onFailure", "prune", "adopt");
    private static final Map<String, OnFailure> WORDS =
            Map.of("rollback", OnFailure.ROLLBACK, "keep", OnFailure.DO_NOTHING, "delete", OnFailure.DELETE);

    /// @param languages those that are known
    static StackBody of(Request request, Set<String> languages) {
        ObjectNode body = request.object(STRICT);
        List<Detail> wrong = new ArrayList<>();
        for (String name : body.propertyNames()) {
            if (!MEMBERS.contains(name)) {
                wrong.add(new Detail(
                        "stack.member", "there is no such member here, expected " + list(MEMBERS), "/" + name));
            }
        }
        String language = body.has("language") ? body.path("language").asString("") : "cloudformation";
        if (!languages.contains(language)) {
            wrong.add(new Detail("stack.language", "expected one of " + list(languages), "/language"));
        }
        String template =
                body.path("template").isString() ? body.path("template").stringValue() : "";
        if (template.isEmpty()) {
            wrong.add(new Detail("stack.template", "expected the text of a template", "/template"));
        }
        String word = body.has("onFailure") ? body.path("onFailure").asString("") : "rollback";
        if (!WORDS.containsKey(word)) {
            wrong.add(new Detail("stack.onFailure", "expected one of " + list(WORDS.keySet()), "/onFailure"));
        }
        for (String name : List.of("prune", "adopt")) {
            if (body.has(name) && !body.path(name).isBoolean()) {
                wrong.add(new Detail("stack." + name, "expected true or false", "/" + name));
            }
        }
        Map<String, String> parameters = texts(body, "parameters", wrong);
        Map<String, String> tags = texts(body, "tags", wrong);
        if (!wrong.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(wrong));
        }
        return new StackBody(
                language,
                template,
                parameters,
                tags,
                WORDS.getOrDefault(word, OnFailure.ROLLBACK),
                body.path("prune").asBoolean(false),
                body.path("adopt").asBoolean(false));
    }

    private static String list(Set<String> words) {
        return words.stream().sorted().collect(Collectors.joining(", "));
    }

    /// Values as templates have them: numbers and switches as they are written, lists with commas in between.
    private static Map<String, String> texts(ObjectNode body, String member, List<Detail> wrong) {
        Map<String, String> texts = new LinkedHashMap<>();
        JsonNode given = body.path(member);
        if (!given.isMissingNode() && !given.isObject()) {
            wrong.add(new Detail("stack." + member, "expected an object of texts", "/" + member));
        }
        given.forEachEntry((name, value) -> {
            boolean fits = value.isArray()
                    ? value.valueStream().allMatch(JsonNode::isValueNode) && !member.equals("tags")
                    : value.isValueNode() && !value.isNull();
            if (!fits) {
                wrong.add(new Detail("stack." + member, "expected a text", "/" + member + "/" + name));
            }
            texts.put(
                    name,
                    value.isArray()
                            ? value.valueStream().map(JsonNode::asString).collect(Collectors.joining(","))
                            : value.asString(""));
        });
        return texts;
    }
}
