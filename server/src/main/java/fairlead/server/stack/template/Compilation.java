package fairlead.server.stack.template;

import fairlead.stack.document.Document;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// A template that is being carried out: what it says, and what it says when something is replaced. Kept by the step of
/// an
/// operation to the next one, since to compile costs more than a step.
public final class Compilation {

    private final TemplateLanguage language;
    private final TemplateLanguage.Source source;
    private final TemplateLanguage.Compiled compiled;
    private final Map<String, Document> replacing = new HashMap<>();

    public Compilation(TemplateLanguage language, TemplateLanguage.Source source) {
        this.language = language;
        this.source = source;
        compiled = language.compile(source);
    }

    public Document document() {
        return compiled.document();
    }

    /// Names of exports of other stacks that it uses.
    public List<String> imports() {
        return compiled.imports();
    }

    /// What else counts when it is asked whether a stack would change.
    public ObjectNode aside() {
        return compiled.aside();
    }

    /// What it says when a node is to be another resource: names that are generated differ.
    ///
    /// @param generation of that other one
    public Document replacing(String key, int generation) {
        return replacing.computeIfAbsent(key + " " + generation, _ -> {
            Function<String, Integer> others = source.generation();
            return language.compile(new TemplateLanguage.Source(
                            source.stack(),
                            source.name(),
                            source.place(),
                            source.content(),
                            source.types(),
                            source.exports(),
                            node -> node.equals(key) ? generation : others.apply(node)))
                    .document();
        });
    }
}
