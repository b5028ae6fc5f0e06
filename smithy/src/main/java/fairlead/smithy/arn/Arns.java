package fairlead.smithy.arn;

import fairlead.schema.arn.ArnTemplate;
import fairlead.smithy.service.ServiceNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.smithy.aws.traits.ArnTrait;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.knowledge.TopDownIndex;
import software.amazon.smithy.model.shapes.ResourceShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.ShapeId;

/// The ARNs of a service's resources, in both directions. Computed once for a model; any thread may ask.
public final class Arns {

    private final Map<ShapeId, ArnTemplate> templates;

    private Arns(Map<ShapeId, ArnTemplate> templates) {
        this.templates = templates;
    }

    /// A resource that an ARN may mean.
    ///
    /// @param identifiers by their names in the model
    public record Match(ShapeId resource, Map<String, String> identifiers) {}

    /// The ARNs of all resources in the service's closure that say one.
    public static Arns of(Model model, ServiceShape service) {
        String namespace = ServiceNames.of(service).arnNamespace();
        Map<ShapeId, ArnTemplate> templates = new LinkedHashMap<>();
        for (ResourceShape resource : TopDownIndex.of(model).getContainedResources(service)) {
            resource.getTrait(ArnTrait.class)
                    .ifPresent(trait -> templates.put(resource.getId(), template(namespace, trait)));
        }
        return new Arns(Collections.unmodifiableMap(templates));
    }

    private static ArnTemplate template(String namespace, ArnTrait trait) {
        return trait.isAbsolute()
                ? ArnTemplate.absolute(trait.getTemplate())
                : ArnTemplate.of(namespace, trait.getTemplate(), !trait.isNoRegion(), !trait.isNoAccount());
    }

    /// By resource; those without an ARN are missing.
    public Map<ShapeId, ArnTemplate> templates() {
        return templates;
    }

    /// The template of a resource, if it says one.
    public Optional<ArnTemplate> template(ShapeId resource) {
        return Optional.ofNullable(templates.get(resource));
    }

    /// Which resources an ARN may mean, the best fit first. Several can share a template, so only what is really
    /// there decides between them.
    public List<Match> find(String arn) {
        List<Map.Entry<ShapeId, ArnTemplate>> candidates = new ArrayList<>(templates.entrySet());
        candidates.sort(Comparator.comparingInt(entry -> -entry.getValue().fixed()));
        List<Match> matches = new ArrayList<>();
        for (Map.Entry<ShapeId, ArnTemplate> candidate : candidates) {
            candidate
                    .getValue()
                    .identifiers(arn)
                    .ifPresent(identifiers -> matches.add(new Match(candidate.getKey(), identifiers)));
        }
        return matches;
    }
}
