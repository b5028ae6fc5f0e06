package fairlead.schema;

import fairlead.schema.draft07.Compiler;
import fairlead.schema.draft07.Flaw;
import fairlead.schema.draft07.Mode;
import fairlead.schema.draft07.Shape;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A JSON Schema (draft-07) for objects that are no models of a resource type: the input and the output of an
/// action on a resource. It is compiled once; any thread may use it.
public final class PlainSchema {

    private static final String ITSELF = "schema";

    private final ObjectNode document;
    private final Shape shape;
    private final Wording wording;

    private PlainSchema(ObjectNode document, Shape shape, Wording wording) {
        this.document = document;
        this.shape = shape;
        this.wording = wording;
    }

    /// The schema in the document, which refers to nothing but itself. Throws [IllegalArgumentException] with the
    /// first thing that is wrong.
    ///
    /// @param secret whether the values that it describes must not be shown in findings
    public static PlainSchema of(ObjectNode document, boolean secret) {
        ObjectNode own = document.deepCopy();
        Compiler compiler = new Compiler(Map.of(ITSELF, own));
        Shape shape = compiler.compile(ITSELF, "");
        if (!compiler.flaws().isEmpty()) {
            Flaw flaw = compiler.flaws().getFirst();
            throw new IllegalArgumentException("at '" + flaw.pointer() + "': " + flaw.message());
        }
        return new PlainSchema(own, shape, new Wording("model", _ -> secret));
    }

    /// The document: a copy.
    public ObjectNode document() {
        return document.deepCopy();
    }

    /// Everything that is wrong with an object.
    public List<Finding> validate(JsonNode value) {
        if (!value.isObject()) {
            return List.of(Finding.error("model.type", "", "expected an object"));
        }
        return shape.validate(value, Mode.FULL).stream().map(wording::finding).toList();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PlainSchema schema && document.equals(schema.document);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(document);
    }
}
