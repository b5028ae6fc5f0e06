package fairlead.server.stack.http;

import fairlead.server.stack.record.Stack;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/// The template languages, by their names.
final class Languages {

    private final Map<String, StackDocuments> all = new TreeMap<>();

    Languages(List<StackDocuments> languages) {
        languages.forEach(language -> all.put(language.language(), language));
    }

    Set<String> names() {
        return all.keySet();
    }

    StackDocuments of(String name) {
        StackDocuments language = all.get(name);
        if (language == null) {
            throw new IllegalStateException("no template language '" + name + "' is known");
        }
        return language;
    }

    /// What is shown of a stack's document: of the one that is being applied, or else of the last one.
    ObjectNode shown(Stack stack) {
        boolean pending = stack.status().busy() && !stack.pending().isEmpty();
        return of(stack.language()).shown(pending ? stack.pending() : stack.content());
    }
}
