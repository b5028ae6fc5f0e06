package fairlead.server.registry.stack;

import fairlead.cloudformation.Inputs;
import fairlead.cloudformation.Template;
import fairlead.cloudformation.fault.TemplateException;
import fairlead.cloudformation.fault.TemplateFault;
import fairlead.cloudformation.parameter.ValueSource;
import fairlead.cloudformation.resource.GeneratedName;
import fairlead.server.registry.stack.content.StackContent;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.custom.CustomEndpoints;
import fairlead.server.stack.record.StackPlace;
import fairlead.server.stack.template.InvalidTemplate;
import fairlead.server.stack.template.TemplateLanguage;
import fairlead.server.stack.template.UpdateRules;
import fairlead.stack.document.Document;
import fairlead.stack.document.Node;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.UUID;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The language of CloudFormation's templates, for the engine of stacks.
public final class CloudFormationLanguage implements TemplateLanguage {

    /// By which stacks keep it.
    public static final String NAME = "cloudformation";

    private final TemplateFiles files;
    private final CustomEndpoints endpoints;

    /// @param files the templates of nested stacks
    /// @param endpoints who makes custom resources
    public CloudFormationLanguage(TemplateFiles files, CustomEndpoints endpoints) {
        this.files = files;
        this.endpoints = endpoints;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Compiled compile(Source source) {
        try {
            Template template = Template.parse(new StackContent(source.content()).template(), StackRules.LIMITS);
            fairlead.cloudformation.Compiled whole = compile(template, source, 0);
            Document document = renamed(template, source, whole);
            requireEndpoints(document);
            return new Compiled(document, List.copyOf(whole.imports()), aside(template, source));
        } catch (TemplateException wrong) {
            throw invalid(wrong);
        }
    }

    @Override
    public String identifier(StackPlace place, String name, UUID id, ObjectNode content) {
        return StackArn.of(place, new StackContent(content).account(), name, id.toString());
    }

    @Override
    public ObjectNode nested(StackPlace place, ObjectNode content, ObjectNode desired) {
        return new NestedInput(files, place, new StackContent(content), desired)
                .content()
                .json();
    }

    @Override
    public Optional<Duration> limit(ObjectNode desired) {
        return NestedInput.timeout(desired);
    }

    @Override
    public String answerAddress(Source source, String request, String secret) {
        String endpoint = new StackContent(source.content()).endpoint();
        return CustomAnswerSurface.address(endpoint, source.place().location(), request, secret);
    }

    /// Without an endpoint custom resources are refused, and never left out.
    private void requireEndpoints(Document document) {
        List<String> wrong = document.nodes().values().stream()
                .filter(node -> node.kind() == Node.Kind.CUSTOM && endpoints.isEmpty())
                .map(node -> "Resource type " + node.type() + " of [" + node.key() + "] is a custom resource, and no"
                        + " endpoint for custom resources is configured on this server")
                .toList();
        if (!wrong.isEmpty()) {
            throw new InvalidTemplate(String.join("\n", wrong), wrong);
        }
    }

    @Override
    public UpdateRules rules(ObjectNode before, ObjectNode content) {
        return new StackContent(content)
                .policyDuringUpdate()
                .or(() -> new StackContent(before).policy())
                .<UpdateRules>map(StackPolicy::parse)
                .orElse(UpdateRules.NONE);
    }

    @Override
    public ObjectNode continued(ObjectNode before, ObjectNode content) {
        StackContent next = new StackContent(content);
        return next.policy().isPresent()
                ? content
                : next.copy().policy(new StackContent(before).policy()).json();
    }

    @Override
    public String signalAddress(Source source, String key, int generation, String secret) {
        String endpoint = new StackContent(source.content()).endpoint();
        return SignalSurface.address(endpoint, source.place().location(), source.stack(), key, generation, secret);
    }

    /// A template that says nothing that could be done, with each fault and its place.
    static InvalidTemplate invalid(TemplateException wrong) {
        return new InvalidTemplate(
                String.valueOf(wrong.getMessage()),
                wrong.faults().stream().map(TemplateFault::toString).toList());
    }

    /// All that can be told of a template: what [#compile(Source)] makes its document of.
    static fairlead.cloudformation.Compiled told(Source source) {
        try {
            return compile(Template.parse(new StackContent(source.content()).template(), StackRules.LIMITS), source, 0);
        } catch (TemplateException wrong) {
            throw StackFaults.invalid(String.valueOf(wrong.getMessage()));
        }
    }

    private static fairlead.cloudformation.Compiled compile(Template template, Source source, int generation) {
        StackContent content = new StackContent(source.content());
        String seed = generation == 0 ? source.stack().toString() : source.stack() + "/" + generation;
        String id = StackArn.of(
                source.place(), content.account(), source.name(), source.stack().toString());
        return template.compile(new Inputs(
                content.parameters(),
                new Inputs.Stack(
                        source.name(),
                        id,
                        seed,
                        Inputs.Account.of(
                                digits(content.account()), source.place().location()),
                        content.notificationArns()),
                new Inputs.World(
                        source.types(),
                        name -> source.exports().apply(name).map(JsonNode::asString),
                        ValueSource.none(),
                        Inputs.World::threeZones),
                new Inputs.Tags(content.tags(), true)));
    }

    /// Twelve digits also for an account that has no number.
    private static String digits(String account) {
        if (account.matches("[0-9]{12}")) {
            return account;
        }
        return String.format(java.util.Locale.ROOT, "%012d", Integer.toUnsignedLong(account.hashCode()));
    }

    /// The document, where nodes that were replaced have names that differ from those of what they were.
    private static Document renamed(Template template, Source source, fairlead.cloudformation.Compiled whole) {
        Function<String, Integer> generations = source.generation();
        Map<Integer, Document> others = new HashMap<>();
        SequencedMap<String, Node> nodes = new LinkedHashMap<>(whole.document().nodes());
        whole.generatedNames().stream().map(GeneratedName::node).distinct().forEach(key -> {
            int generation = generations.apply(key);
            if (generation > 0) {
                nodes.put(
                        key,
                        others.computeIfAbsent(
                                        generation,
                                        number -> compile(template, source, number)
                                                .document())
                                .node(key));
            }
        });
        return others.isEmpty()
                ? whole.document()
                : new Document(
                        nodes, whole.document().outputs(), whole.document().warnings());
    }

    /// What is no resource and no output, and is a change all the same.
    private static ObjectNode aside(Template template, Source source) {
        StackContent content = new StackContent(source.content());
        ObjectNode aside = Documents.empty();
        template.description().ifPresent(text -> aside.put("description", text));
        ObjectNode tags = aside.putObject("tags");
        content.tags().forEach(tags::put);
        content.notificationArns().forEach(aside.putArray("notificationArns")::add);
        aside.set("metadata", template.metadata());
        return aside;
    }
}
