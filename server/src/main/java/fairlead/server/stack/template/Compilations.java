package fairlead.server.stack.template;

import fairlead.server.database.Database;
import fairlead.server.stack.record.ExportStore;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackTables;
import fairlead.server.type.AccountTypes;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Compiles templates for the stacks that have them.
public final class Compilations {

    private final Database database;
    private final StackTables tables;
    private final AccountTypes types;
    private final Map<String, TemplateLanguage> languages = new HashMap<>();

    public Compilations(Database database, StackTables tables, AccountTypes types, List<TemplateLanguage> languages) {
        this.database = database;
        this.tables = tables;
        this.types = types;
        languages.forEach(language -> this.languages.put(language.name(), language));
    }

    /// What a template says for a stack; a problem with all that is wrong with it.
    ///
    /// @param content the language's own document
    /// @param nodes those that the stack has
    public Compilation of(Stack stack, ObjectNode content, Collection<StackNode> nodes) {
        return Compilation.of(language(stack), source(stack, content, nodes), stack.content());
    }

    /// What a stack is made by that is updated: what other requests have said of it stays.
    public ObjectNode continued(Stack stack, ObjectNode content) {
        return language(stack).continued(stack.content(), content);
    }

    /// The language of a stack's templates.
    public TemplateLanguage language(Stack stack) {
        return Optional.ofNullable(languages.get(stack.language()))
                .orElseThrow(
                        () -> new IllegalStateException("no template language '" + stack.language() + "' is known"));
    }

    /// By which a stack goes in the stack that it is a node of.
    public String identifier(Stack stack) {
        ObjectNode content = stack.content().isEmpty() ? stack.pending() : stack.content();
        return language(stack).identifier(stack.place(), stack.name(), stack.id(), content);
    }

    /// What a stack is made by that is a node of another one.
    ///
    /// @param desired the properties of the node
    public ObjectNode nested(Stack parent, ObjectNode desired) {
        ObjectNode content = parent.pending().isEmpty() ? parent.content() : parent.pending();
        return language(parent).nested(parent.place(), content, desired);
    }

    /// An address at which signals for a node are received; ends with the secret.
    public String signalAddress(Stack stack, String key, int generation, String secret) {
        return language(stack).signalAddress(source(stack, newest(stack), List.of()), key, generation, secret);
    }

    /// An address at which the answer to a request for a custom resource is received.
    public String answerAddress(Stack stack, String request, String secret) {
        return language(stack).answerAddress(source(stack, newest(stack), List.of()), request, secret);
    }

    private static ObjectNode newest(Stack stack) {
        return stack.pending().isEmpty() ? stack.content() : stack.pending();
    }

    /// How long a stack may take to be made that is a node of another one.
    ///
    /// @param desired the properties of the node
    public Optional<Duration> limit(Stack parent, ObjectNode desired) {
        return language(parent).limit(desired);
    }

    /// What a template of a stack is compiled with.
    public TemplateLanguage.Source source(Stack stack, ObjectNode content, Collection<StackNode> nodes) {
        Map<String, Integer> generations = new HashMap<>();
        nodes.forEach(node -> generations.put(node.key(), node.present().generation()));
        return new TemplateLanguage.Source(
                stack.id(),
                stack.name(),
                stack.place(),
                content,
                new StackScope(types, stack.place().subscription()),
                name -> database.read(transaction -> tables.exports().find(transaction, stack.place(), name))
                        .map(ExportStore.Export::value),
                key -> generations.getOrDefault(key, 0));
    }
}
