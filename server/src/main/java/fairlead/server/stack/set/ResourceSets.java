package fairlead.server.stack.set;

import fairlead.server.resource.document.Documents;
import fairlead.server.stack.http.StackDocuments;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackNode.Subject;
import fairlead.server.stack.template.TemplateLanguage;
import fairlead.server.type.AccountTypes;
import fairlead.stack.document.Document;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Node;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// The language of sets: a template is resources, as a GET shows them and a PUT takes them, in one JSON array or in
/// documents of YAML. There are no parameters and no functions.
///
/// What the documents no longer have stays in the set, and is kept as it is, until a caller prunes the set: a document
/// that is missing is no request for a deletion.
public final class ResourceSets implements TemplateLanguage, StackDocuments {

    /// By which stacks keep it.
    public static final String NAME = "resources";

    private final AccountTypes types;

    public ResourceSets(AccountTypes types) {
        this.types = types;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String language() {
        return NAME;
    }

    // -- what callers give ------------------------------------------------------------------------------------------

    @Override
    public ObjectNode of(Given given, Optional<Present> present) {
        Faults faults = new Faults();
        if (!given.parameters().isEmpty()) {
            faults.add(
                    "",
                    "a set of plain resources has no parameters, found "
                            + given.parameters().keySet());
        }
        SequencedMap<String, StackNode> there = new LinkedHashMap<>();
        present.map(Present::nodes).orElse(List.of()).forEach(node -> there.put(node.key(), node));
        Keys keys = new Keys(given.place(), there.values());
        List<Member> members = new SetReader(types, given.place(), keys, faults).read(given.template());
        Map<String, SequencedSet<String>> needs = new Dependencies(members, faults).all();
        faults.requireNone();
        SequencedMap<String, SetContent.Entry> entries = new LinkedHashMap<>();
        members.forEach(member -> entries.put(
                member.key(),
                new SetContent.Entry(
                        member.id().toString(),
                        member.type().name().toString(),
                        needs.getOrDefault(member.key(), new LinkedHashSet<>()),
                        member.desired(),
                        member.pointer())));
        SequencedSet<String> kept = new LinkedHashSet<>(there.keySet());
        kept.removeAll(entries.keySet());
        if (given.prune()) {
            kept.clear();
        }
        there.forEach((key, node) -> {
            if (kept.contains(key)) {
                entries.put(key, kept(node.present(), entries.keySet(), kept));
            }
        });
        return new SetContent(entries, kept, given.tags()).write();
    }

    private static SetContent.Entry kept(Subject subject, Set<String> named, Set<String> kept) {
        SequencedSet<String> needs = new LinkedHashSet<>(subject.terms().needs());
        needs.removeIf(need -> !named.contains(need) && !kept.contains(need));
        return new SetContent.Entry(subject.terms().address().orElse(""), subject.type(), needs, subject.applied(), "");
    }

    @Override
    public Optional<String> refusal(ObjectNode present) {
        return Optional.empty();
    }

    @Override
    public ObjectNode shown(ObjectNode content) {
        ObjectNode shown = Documents.empty();
        SetContent set = SetContent.read(content);
        set.tags().forEach(shown.putObject("tags")::put);
        set.kept().forEach(shown.putArray("kept")::add);
        return shown;
    }

    @Override
    public boolean areSets() {
        return true;
    }

    @Override
    public String pointer(String path) {
        return path.startsWith("/" + Node.BESIDE)
                ? "/" + path.substring(1 + Node.BESIDE.length())
                : "/properties" + path;
    }

    // -- for the engine ---------------------------------------------------------------------------------------------

    @Override
    public boolean hasAddresses() {
        return true;
    }

    @Override
    public boolean goesOn() {
        return true;
    }

    @Override
    public Set<String> kept(ObjectNode content) {
        return SetContent.read(content).kept();
    }

    @Override
    public ObjectNode adopting(ObjectNode present, ObjectNode wanted, Map<String, ObjectNode> taken) {
        SetContent before = SetContent.read(present);
        SetContent after = SetContent.read(wanted);
        SequencedMap<String, SetContent.Entry> entries = new LinkedHashMap<>(before.entries());
        taken.forEach((key, applied) -> Optional.ofNullable(after.entries().get(key))
                .ifPresent(entry -> entries.put(key, entry.wanting(applied))));
        entries.values().forEach(entry -> entry.needs().retainAll(entries.keySet()));
        return new SetContent(entries, before.kept(), before.tags()).write();
    }

    @Override
    public Compiled compile(Source source) {
        SetContent content = SetContent.read(source.content());
        SequencedMap<String, Node> nodes = new LinkedHashMap<>();
        content.entries().forEach((key, entry) -> {
            Map<String, Expression> members = new LinkedHashMap<>();
            entry.desired().forEachEntry((name, value) -> members.put(name, Expression.Value.of(value)));
            nodes.put(
                    key,
                    Node.builder(key, Node.Kind.RESOURCE, entry.type(), entry.pointer())
                            .properties(Expression.object(members))
                            .dependsOn(entry.needs())
                            .metadata(Documents.empty().put(StackNode.ADDRESS, entry.id()))
                            .build());
        });
        ObjectNode aside = Documents.empty();
        content.tags().forEach(aside::put);
        return new Compiled(new Document(nodes, new LinkedHashMap<>(), List.of()), List.of(), aside);
    }
}
