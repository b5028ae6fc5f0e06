package fairlead.server.stack.template;

import fairlead.server.resource.document.Documents;
import fairlead.stack.document.Document;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import tools.jackson.databind.node.ObjectNode;

/// A template that is being carried out: what it says, and what it says when something is replaced. Kept from
/// one step of an operation to the next, since to compile costs more than a step.
public final class Compilation {

    /// Of a template that says nothing.
    public static final Compilation NOTHING = new Compilation(
            new TemplateLanguage.Compiled(Document.empty(), List.of(), Documents.empty()),
            (_, _) -> Document.empty(),
            UpdateRules.NONE);

    private final TemplateLanguage.Compiled compiled;
    private final BiFunction<String, Integer, Document> compiling;
    private final UpdateRules rules;
    private final Map<String, Document> replacing = new HashMap<>();

    private Compilation(
            TemplateLanguage.Compiled compiled, BiFunction<String, Integer, Document> compiling, UpdateRules rules) {
        this.rules = rules;
        this.compiled = compiled;
        this.compiling = compiling;
    }

    /// Compiles; a problem with all that is wrong with the template.
    ///
    /// @param before what the stack is made by
    static Compilation of(TemplateLanguage language, TemplateLanguage.Source source, ObjectNode before) {
        return new Compilation(
                language.compile(source),
                (key, generation) ->
                        language.compile(source.replacing(key, generation)).document(),
                language.rules(before, source.content()));
    }

    /// What it may not change of what the stack has.
    public UpdateRules rules() {
        return rules;
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
        return replacing.computeIfAbsent(key + " " + generation, _ -> compiling.apply(key, generation));
    }
}
