package fairlead.modelled;

import fairlead.handler.ResourceHandler;
import fairlead.schema.Finding;
import fairlead.schema.Finding.Severity;
import fairlead.schema.HandlerKind;
import fairlead.schema.ResourceSchema;
import fairlead.schema.data.HandlerOutput;
import fairlead.smithy.Models;
import fairlead.smithy.protocol.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ResourceShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import tools.jackson.databind.node.ObjectNode;

/// A resource type that a model and an address make.
public final class ModelledType {

    private final List<Finding> findings = new ArrayList<>();
    private List<Finding> rehearsed = List.of();
    private final ResourceSchema schema;
    private final Map<String, String> environment;
    private Optional<ResourceHandler> handler = Optional.empty();

    private ModelledType(ResourceSchema schema, Map<String, String> environment) {
        this.schema = schema;
        this.environment = environment;
    }

    /// Looks a type over and makes its handler.
    ///
    /// @param model in the JSON AST
    /// @param settings what a registration file has under `smithy`
    /// @param schema that of the type, as a conversion of the resource makes it
    /// @param environment where references to the environment lead
    public static ModelledType of(
            String model, ObjectNode settings, ResourceSchema schema, Map<String, String> environment) {
        ModelledType type = new ModelledType(schema, environment);
        switch (Settings.parse(settings)) {
            case Settings.Parsed.Invalid(var wrong) -> type.findings.addAll(wrong);
            case Settings.Parsed.Valid(var valid) -> type.open(model, valid);
        }
        return type;
    }

    /// What is wrong with it. Pointers lead into the settings.
    public List<Finding> findings() {
        return List.copyOf(findings);
    }

    /// What the model says in advance of how it will work, errors and warnings. Pointers lead into the settings. A type
    /// that is registered already is served whatever this says.
    public List<Finding> rehearsed() {
        return rehearsed;
    }

    /// The handler; empty if something is wrong.
    public Optional<ResourceHandler> handler() {
        return findings.isEmpty() ? handler : Optional.empty();
    }

    private void open(String text, Settings settings) {
        Models.Loaded loaded = Models.parse("smithy-model.json", text);
        if (!loaded.sound()) {
            loaded.findings().stream()
                    .filter(finding -> finding.severity() == fairlead.smithy.ModelFinding.Severity.ERROR)
                    .limit(10)
                    .forEach(finding -> wrong("smithy.model", "", finding.message()));
            return;
        }
        Model model = loaded.model().orElseThrow();
        Optional<ServiceShape> service = model.getShape(settings.service()).flatMap(shape -> shape.asServiceShape());
        Optional<ResourceShape> resource =
                model.getShape(settings.resource()).flatMap(shape -> shape.asResourceShape());
        if (service.isEmpty()) {
            wrong("smithy.service", "/service", "the model has no service " + settings.service());
        }
        if (resource.isEmpty()) {
            wrong("smithy.resource", "/resource", "the model has no resource " + settings.resource());
        }
        if (service.isPresent() && resource.isPresent()) {
            open(model, service.get(), resource.get(), settings);
        }
    }

    private void open(Model model, ServiceShape service, ResourceShape resource, Settings settings) {
        Optional<Protocol> protocol = Protocol.believing(
                model, service, misfit -> HandlerOutput.listener().accept(misfit));
        if (protocol.isEmpty()) {
            wrong(
                    "smithy.protocol",
                    "/service",
                    "expected a service that speaks rpcv2Cbor, awsJson1_0, awsJson1_1 or restJson1");
        }
        Optional<Lifecycle> lifecycle = Lifecycle.of(model, service, resource, schema);
        if (lifecycle.isEmpty()) {
            wrong("smithy.lifecycle", "/resource", "expected operations that create, read and delete the resource");
        }
        if (protocol.isPresent() && lifecycle.isPresent()) {
            Calls calls = Calls.of(model, service, protocol.get(), settings, environment);
            Optional<TagCalls> tags = TagCalls.of(lifecycle.get(), calls, schema);
            check(lifecycle.get(), settings, tags.filter(TagCalls::changeApart).isPresent());
            tags.map(TagCalls::unbound)
                    .orElse(List.of())
                    .forEach(missing -> wrong(
                            "smithy.identifier-unbound",
                            "/resource",
                            missing + ", which no property of the primary identifier gives"));
            rehearsed = Rehearsal.of(lifecycle.get(), schema, settings.waiters());
            handler = Optional.of(new ModelledHandler(lifecycle.get(), schema, calls, settings.waiters()));
        }
    }

    private void check(Lifecycle lifecycle, Settings settings, boolean tagsApart) {
        for (OperationShape operation : List.of(lifecycle.read(), lifecycle.delete())) {
            for (String member : lifecycle.unbound(operation)) {
                wrong(
                        "smithy.identifier-unbound",
                        "/resource",
                        operation.getId().getName() + " needs '" + member + "', which no property of the primary"
                                + " identifier gives");
            }
        }
        declared(HandlerKind.UPDATE, lifecycle.update().isPresent() || tagsApart);
        declared(HandlerKind.LIST, lifecycle.list().isPresent());
        new Waits(lifecycle.resource(), lifecycle.read(), settings.waiters())
                .unknown()
                .forEach(name -> wrong(
                        "smithy.waiter",
                        "/waiters",
                        lifecycle.read().getId().getName() + " has no waiter '" + name + "'"));
    }

    private void declared(HandlerKind kind, boolean served) {
        if (schema.handlers().contains(kind) && !served) {
            wrong(
                    "smithy.lifecycle",
                    "/resource",
                    "the schema declares the handler " + kind.wireName() + ", and no operation serves it");
        }
    }

    private void wrong(String id, String pointer, String message) {
        findings.add(new Finding(Severity.ERROR, id, pointer, message));
    }
}
