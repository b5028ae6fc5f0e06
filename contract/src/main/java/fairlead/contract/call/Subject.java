package fairlead.contract.call;

import fairlead.contract.input.Inputs;
import fairlead.handler.ResourceHandler;
import fairlead.schema.ResourceSchema;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What is tested.
///
/// @param handler is called by several threads, as a control plane does
/// @param configuration the type configuration that every call gets
/// @param inputs what resources are made with
/// @param handlerDigest what tells this handler from others, a digest of its archive for example
public record Subject(
        ResourceSchema schema, ResourceHandler handler, ObjectNode configuration, Inputs inputs, String handlerDigest) {

    /// A type without configuration, tested with generated inputs.
    public static Subject of(ResourceSchema schema, ResourceHandler handler) {
        ObjectNode none = JsonNodeFactory.instance.objectNode();
        return new Subject(
                schema,
                handler,
                none,
                Inputs.generated(schema),
                handler.getClass().getName());
    }

    public Subject with(Inputs other) {
        return new Subject(schema, handler, configuration, other, handlerDigest);
    }

    public Subject configured(ObjectNode values) {
        return new Subject(schema, handler, values, inputs, handlerDigest);
    }

    public Subject digested(String digest) {
        return new Subject(schema, handler, configuration, inputs, digest);
    }
}
