package fairlead.schema.lint;

import fairlead.schema.Finding;
import fairlead.schema.SchemaTree;
import fairlead.schema.language.Languages;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The advice on a document.
public final class Lints {

    private Lints() {}

    /// Everything there is to say, in no special order.
    public static List<Finding> of(JsonNode document) {
        List<Finding> findings = new ArrayList<>();
        ShapeLints shapes = new ShapeLints(findings);
        Languages languages = new Languages();
        PatternLints patterns = new PatternLints(findings, languages);
        shapes.names("", document);
        SchemaTree.forEach(document, (at, schema) -> {
            shapes.look(at, schema);
            patterns.look(at, schema);
        });
        new DocumentLints(document, findings).look();
        new ListLints(document, findings).look();
        new DefaultLints(document, findings).look();
        new ValueLints(document, findings, languages).look();
        return findings;
    }
}
