package fairlead.server.registry.stack;

import fairlead.cloudformation.Template;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.text.PointerSteps;
import fairlead.server.registry.query.QueryParameters;
import fairlead.server.registry.stack.content.StackContent;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.ChangeSets.Importing;
import fairlead.server.stack.ImportRules;
import fairlead.server.stack.template.StackScope;
import fairlead.stack.document.Document;
import fairlead.stack.document.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeSet;
import tools.jackson.databind.node.ObjectNode;

/// Reads which resources a change set is to take over that are there already: `ResourcesToImport` and
/// `ImportExistingResources` of the "AWS CloudFormation API Reference", `CreateChangeSet`.
final class ImportInput {

    private static final int MOST = 200;

    private final QueryParameters parameters;
    private final StackScope types;
    private final boolean alone;

    /// @param alone whether the change set is of the type `IMPORT`
    ImportInput(QueryParameters parameters, StackScope types, boolean alone) {
        this.parameters = parameters;
        this.types = types;
        this.alone = alone;
    }

    /// Holds against each other what the request names, and what its template says.
    ///
    /// @param before what the stack has
    /// @param document what the template comes to
    /// @param processed the template with its loops unfolded
    Importing imports(Optional<StackContent> before, Template template, Document document, Template processed) {
        boolean existing = parameters.flag("ImportExistingResources").orElse(false);
        List<QueryParameters> named = parameters.structures("ResourcesToImport");
        requireFitting(named, existing);
        TreeSet<String> unprotected = new TreeSet<>(document.nodes().keySet());
        unprotected.removeAll(processed.withDeletionPolicy());
        Map<String, String> identifiers = identifiers(named, document);
        if (alone) {
            requireSameOutputs(before, template);
            TreeSet<String> without = new TreeSet<>(identifiers.keySet());
            without.retainAll(unprotected);
            if (!without.isEmpty()) {
                throw StackFaults.invalid(ImportRules.unprotected(without));
            }
        }
        return new Importing(identifiers, alone, existing, unprotected);
    }

    private void requireFitting(List<QueryParameters> named, boolean existing) {
        if (alone && named.isEmpty()) {
            throw StackFaults.invalid("ResourcesToImport must be specified for a change set of the type IMPORT.");
        }
        if (!alone && !named.isEmpty()) {
            throw StackFaults.invalid("ResourcesToImport can be specified for a change set of the type IMPORT only.");
        }
        if (alone && existing) {
            throw StackFaults.invalid(
                    "ImportExistingResources can not be specified for a change set of the type IMPORT.");
        }
        if (named.size() > MOST) {
            throw StackFaults.invalid("1 validation error detected: Value at 'resourcesToImport' failed to satisfy"
                    + " constraint: Member must have length less than or equal to " + MOST);
        }
    }

    private static void requireSameOutputs(Optional<StackContent> before, Template template) {
        ObjectNode had = before.map(StackContent::template)
                .filter(text -> !text.isEmpty())
                .map(text -> outputs(TemplateFiles.parsed(text)))
                .orElseGet(Documents::empty);
        if (!had.equals(outputs(template))) {
            throw StackFaults.invalid("As part of the import operation, you cannot modify or add [Outputs]");
        }
    }

    private static ObjectNode outputs(Template template) {
        ObjectNode outputs = Documents.empty();
        template.outputs().forEach((name, tree) -> outputs.set(name, tree.json()));
        return outputs;
    }

    private Map<String, String> identifiers(List<QueryParameters> named, Document document) {
        SequencedMap<String, String> identifiers = new LinkedHashMap<>();
        Map<String, String> keys = new LinkedHashMap<>();
        for (QueryParameters one : named) {
            String key = one.text("LogicalResourceId").orElse("");
            String type = one.text("ResourceType").orElse("");
            Node node = document.nodes().get(key);
            if (node == null) {
                throw StackFaults.invalid("ResourcesToImport: the template has no resource [" + key + "]");
            }
            if (!node.type().equals(type)) {
                throw StackFaults.invalid("ResourcesToImport: resource [" + key + "] is of the type " + node.type()
                        + " in the template, found ResourceType " + type);
            }
            ResourceSchema schema = types.schema(type)
                    .filter(_ -> node.kind() == Node.Kind.RESOURCE)
                    .orElseThrow(() -> StackFaults.invalid("Resource type " + type + " can not be imported"));
            String identifier = identifier(one, key, schema);
            String other = keys.put(type + " " + identifier, key);
            if (other != null || identifiers.put(key, identifier) != null) {
                throw StackFaults.invalid("ResourcesToImport: the resource [" + identifier + "] of the type " + type
                        + " or the logical id [" + key + "] is named twice");
            }
        }
        return identifiers;
    }

    private static String identifier(QueryParameters one, String key, ResourceSchema schema) {
        Map<String, String> given = one.map("ResourceIdentifier");
        List<String> expected = schema.primaryIdentifier().stream()
                .map(path -> path.modelPointer().substring(1))
                .toList();
        if (!given.keySet().equals(new TreeSet<>(expected))) {
            throw StackFaults.invalid("ResourcesToImport: ResourceIdentifier of [" + key + "]: expected the keys "
                    + new TreeSet<>(expected) + ", found " + new TreeSet<>(given.keySet()));
        }
        ObjectNode model = Documents.empty();
        for (PropertyPath path : schema.primaryIdentifier()) {
            put(model, path, String.valueOf(given.get(path.modelPointer().substring(1))));
        }
        return schema.identifier(model)
                .filter(text -> isOne(schema, text))
                .orElseThrow(() -> StackFaults.invalid(
                        "ResourcesToImport: ResourceIdentifier of [" + key + "] is none of the type, found " + model));
    }

    private static void put(ObjectNode model, PropertyPath path, String value) {
        List<String> steps = PointerSteps.split(path.modelPointer());
        ObjectNode place = model;
        for (String step : steps.subList(0, steps.size() - 1)) {
            place = place.path(step) instanceof ObjectNode inner ? inner : place.putObject(step);
        }
        place.put(steps.getLast(), value);
    }

    private static boolean isOne(ResourceSchema schema, String text) {
        try {
            return !schema.parseIdentifier(text).isEmpty();
        } catch (IllegalArgumentException wrong) {
            return false;
        }
    }
}
