package fairlead.schema;

import fairlead.schema.draft07.Compiler;
import fairlead.schema.draft07.Flaw;
import fairlead.schema.draft07.Place;
import fairlead.schema.draft07.Shape;
import fairlead.schema.draft07.Shown;
import fairlead.schema.draft07.Violation;
import fairlead.schema.reference.Documents;
import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Makes a [ResourceSchema] of a document, or reports everything that is wrong with it.
final class SchemaReader {

    /// What holds schemas by name.
    private static final Set<String> HOLDERS = Set.of("properties", "definitions");

    private final List<Finding> findings = new ArrayList<>();
    private final Set<String> faulty = new HashSet<>();
    private final Documents others;
    private final Profile profile;

    SchemaReader(Documents others, Profile profile) {
        this.others = others;
        this.profile = profile;
    }

    /// Adds what has been found in the document's text.
    SchemaReader knowing(List<Finding> known) {
        findings.addAll(known);
        return this;
    }

    Loaded read(JsonNode document) {
        if (!(document instanceof ObjectNode object)) {
            String found = "expected a schema, found " + Shown.of(document);
            findings.add(Finding.error("schema.type", "", found));
            return new Loaded.Invalid(findings);
        }
        if (Json.tooDeep(document)) {
            String message = "expected at most " + Json.DEEPEST + " levels, found more";
            findings.add(Finding.error("schema.json-limits", "", message));
            return new Loaded.Invalid(findings);
        }
        MetaSchema.validate(object).forEach(violation -> addWithin(object, violation));
        SchemaTree.forEach(object, this::checkPatterned);
        Compiled compiled = compile(object);
        findings.addAll(new PointerRules(object, Place.of(compiled.root), others).findings());
        findings.addAll(new DocumentRules(object, Place.of(compiled.root)).findings());
        List<Finding> weighed = findings.stream().map(profile::weigh).toList();
        if (Finding.anyError(weighed)) {
            return new Loaded.Invalid(weighed);
        }
        return new Loaded.Valid(new ResourceSchema(profile, object, compiled), weighed);
    }

    /// The meta-schema does not look behind `patternProperties`; the dialect is the same there.
    private void checkPatterned(String at, JsonNode schema) {
        schema.path("patternProperties").forEachEntry((pattern, part) -> {
            String here = at + "/patternProperties/" + PointerSteps.escape(pattern);
            MetaSchema.validateProperty(part).forEach(violation -> addViolation(violation.below(here)));
        });
    }

    /// The shapes that a resource type's document holds.
    ///
    /// @param home the URI under which the document refers to itself
    record Compiled(
            Shape root, Optional<Shape> configuration, Optional<Shape> listInput, String home, References references) {}

    private Compiled compile(ObjectNode document) {
        String base = document.path("$id").asString(References.ITSELF);
        int hash = base.indexOf('#');
        String name = hash < 0 ? base : base.substring(0, hash);
        References references = new References(name, document, others).gather();
        references.unresolved().forEach(this::addUnresolved);
        Map<String, JsonNode> documents = new HashMap<>();
        references.documents().forEach((uri, found) -> documents.put(uri, Json.withoutType(found)));
        documents.put(name, Json.withoutType(document));
        Compiler compiler = new Compiler(documents, References.ITSELF);
        Shape root = compiler.compile(name, "");
        document.path("definitions")
                .propertyNames()
                .forEach(definition -> compiler.compile(name, "/definitions/" + PointerSteps.escape(definition)));
        Optional<Shape> configuration = optional(compiler, document, name, "/typeConfiguration");
        Optional<Shape> listInput = optional(compiler, document, name, "/handlers/list/handlerSchema");
        compiler.flaws().forEach(flaw -> addFlaw(references.local(flaw)));
        compiler.unknownRequired().forEach(flaw -> addFlaw(references.local(flaw)));
        return new Compiled(root, configuration, listInput, name, references);
    }

    private void addUnresolved(Finding finding) {
        faulty.add(finding.pointer());
        findings.add(finding);
    }

    private static Optional<Shape> optional(Compiler compiler, ObjectNode document, String name, String pointer) {
        return document.at(pointer).isObject() ? Optional.of(compiler.compile(name, pointer)) : Optional.empty();
    }

    /// A violation of the document, and those of a part that the meta-schema does not look at for its name.
    private void addWithin(ObjectNode document, Violation violation) {
        addViolation(violation);
        String at = violation.pointer();
        int last = Math.max(0, at.lastIndexOf('/'));
        String holder = at.substring(at.lastIndexOf('/', last - 1) + 1, last);
        boolean misnamed = violation.keyword().equals("patternProperties") && HOLDERS.contains(holder);
        if (misnamed && document.at(at).isObject()) {
            MetaSchema.validateProperty(document.at(at)).forEach(inner -> addWithin(document, inner.below(at)));
        }
    }

    private void addViolation(Violation violation) {
        if (!violation.keyword().equals("format")) {
            faulty.add(violation.pointer());
            findings.addAll(Advice.of(violation));
        }
    }

    /// What the meta-schema has already refused is not refused twice.
    private void addFlaw(Flaw flaw) {
        if (!faulty.contains(flaw.pointer())) {
            findings.add(Finding.error("schema." + flaw.kind(), flaw.pointer(), flaw.message()));
        }
    }
}
