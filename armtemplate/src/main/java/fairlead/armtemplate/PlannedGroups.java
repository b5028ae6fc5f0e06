package fairlead.armtemplate;

import fairlead.armtemplate.evaluation.Trees;
import fairlead.armtemplate.expression.ParseException;
import fairlead.armtemplate.function.Values;
import fairlead.armtemplate.scope.DeploymentScope;
import fairlead.stack.document.EvaluationException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Resource groups that are there, and those that a template makes.
final class PlannedGroups implements Groups {

    private final Compilation compilation;
    private final Groups there;

    PlannedGroups(Compilation compilation, Groups there) {
        this.compilation = compilation;
        this.there = there;
    }

    @Override
    public Optional<Facts> find(String subscriptionId, String name) {
        return there.find(subscriptionId, name)
                .or(() -> compilation
                        .registry()
                        .planned(new DeploymentScope.Group(subscriptionId, name).id())
                        .flatMap(this::facts));
    }

    private Optional<Facts> facts(Instance group) {
        try {
            JsonNode location = known(group, "location");
            Map<String, String> tags = new HashMap<>();
            known(group, "tags")
                    .properties()
                    .forEach(tag -> tags.put(tag.getKey(), tag.getValue().asString()));
            return location.isString()
                    ? Optional.of(new Facts(location.stringValue(), tags, Optional.empty()))
                    : Optional.empty();
        } catch (EvaluationException | ParseException notKnownYet) {
            return Optional.empty();
        }
    }

    private JsonNode known(Instance group, String member) {
        JsonNode written = Values.member(group.body(), member).orElse(JsonNodeFactory.instance.objectNode());
        return new Trees(compilation.session(), (_, _) -> {})
                .knownOrThrow(
                        written, group.pointer() + "/" + member, group.frame().allowing(Compilation.BEFORE))
                .value();
    }
}
