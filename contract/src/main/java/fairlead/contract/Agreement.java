package fairlead.contract;

import fairlead.handler.Tags;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.drift.DriftCheck;
import fairlead.schema.drift.Drifted;
import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Whether a model has what was asked for.
///
/// Three resources need not be there literally: a value that the handler rewrites as the schema's `propertyTransform`
/// says it does, the tags among the properties, to which the handler may have added those of the request, and a
/// deprecated property, which it may ignore. Thread-safe.
public final class Agreement {

    private final ResourceSchema schema;
    private final Set<String> requestTags;

    public Agreement(ResourceSchema schema) {
        this(schema, Set.of());
    }

    private Agreement(ResourceSchema schema, Set<String> requestTags) {
        this.schema = schema;
        this.requestTags = requestTags;
    }

    /// The same for a request with these tags, beside those among its properties. Whether a resource has them as it
    /// should is not asked here.
    public Agreement tagged(Tags tags) {
        Set<String> keys = new HashSet<>(tags.desired().keySet());
        keys.addAll(tags.previous().keySet());
        return keys.isEmpty() || schema.tagging().property().isEmpty() ? this : new Agreement(schema, keys);
    }

    /// The pointers of what the model does not have as it was asked for.
    public List<String> unmet(ObjectNode desired, ObjectNode model) {
        List<String> unmet = promised(schema.unmet(desired, withoutRequestTags(desired, model)), model);
        return unmet.isEmpty() ? unmet : unexplained(unmet, desired, model);
    }

    /// The pointers of what one model has and another has otherwise or not at all, where neither was made by
    /// rewriting the other.
    public List<String> lacking(ObjectNode one, ObjectNode other) {
        List<String> unmet = promised(schema.unmet(one, other), other);
        List<String> differing = unmet.isEmpty() ? unmet : unexplained(unmet, one, other);
        return differing.isEmpty() ? differing : unexplained(differing, other, one);
    }

    /// A deprecated property is not guaranteed to be there; if it is, it is what was asked for.
    private List<String> promised(List<String> unmet, ObjectNode model) {
        List<PropertyPath> deprecated = schema.deprecated();
        return unmet.isEmpty() || deprecated.isEmpty()
                ? unmet
                : unmet.stream()
                        .filter(pointer -> !model.at(pointer).isMissingNode()
                                || deprecated.stream().noneMatch(path -> path.covers(PointerSteps.split(pointer))))
                        .toList();
    }

    private List<String> unexplained(List<String> unmet, ObjectNode desired, ObjectNode model) {
        List<PropertyPath> rewritten = rewritten();
        if (unmet.stream().noneMatch(pointer -> isIn(rewritten, pointer))) {
            return unmet;
        }
        List<Drifted> drifted = DriftCheck.of(schema).between(desired, model).drifted();
        return unmet.stream()
                .filter(pointer -> !isIn(rewritten, pointer)
                        || model.at(pointer).isMissingNode()
                        || drifted.stream()
                                .anyMatch(drift ->
                                        Models.touch(pointer, drift.pointer().toString())))
                .toList();
    }

    /// What the schema says the handler rewrites. Looked up when it matters, which is seldom.
    public List<PropertyPath> rewritten() {
        List<PropertyPath> paths = new ArrayList<>();
        for (String key : schema.document().path("propertyTransform").propertyNames()) {
            path(key).ifPresent(paths::add);
        }
        return paths;
    }

    /// Published schemas have keys without the first slash.
    private static Optional<PropertyPath> path(String key) {
        try {
            return Optional.of(PropertyPath.parse(key.startsWith("/") ? key : "/" + key));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    private static boolean isIn(List<PropertyPath> paths, String pointer) {
        List<String> steps = PointerSteps.split(pointer);
        return paths.stream().anyMatch(path -> path.touches(steps));
    }

    /// The model as it would be without what only the request's own tags have brought.
    public ObjectNode withoutRequestTags(ObjectNode desired, ObjectNode model) {
        Optional<PropertyPath> property =
                schema.tagging().property().filter(path -> !requestTags.isEmpty() && !path.hasWildcard());
        if (property.isEmpty()) {
            return model;
        }
        ObjectNode rest = model.deepCopy();
        Set<String> added = new HashSet<>(requestTags);
        property.flatMap(path -> path.value(desired))
                .map(TagValues::of)
                .ifPresent(asked -> added.removeAll(asked.keySet()));
        property.flatMap(path -> path.value(rest)).ifPresent(tags -> TagValues.remove(tags, added));
        return rest;
    }
}
