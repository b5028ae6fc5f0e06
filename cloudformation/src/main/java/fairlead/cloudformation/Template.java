package fairlead.cloudformation;

import fairlead.cloudformation.fault.Faults;
import fairlead.cloudformation.limit.Limits;
import fairlead.cloudformation.parameter.Declarations;
import fairlead.cloudformation.parameter.Parameter;
import fairlead.cloudformation.section.Section;
import fairlead.cloudformation.section.Sections;
import fairlead.cloudformation.section.Structure;
import fairlead.cloudformation.source.Place;
import fairlead.cloudformation.source.TemplateReader;
import fairlead.cloudformation.source.Tree;
import fairlead.stack.document.TypeCatalog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A template whose structure is sound. What it declares can be asked without any values; with them it is compiled.
///
/// Immutable, and may be shared by threads.
public final class Template {

    private final String text;
    private final Tree.Mapping root;
    private final Sections sections;
    private final SequencedMap<String, Parameter> parameters;
    private final Limits limits;

    private Template(
            String text,
            Tree.Mapping root,
            Sections sections,
            SequencedMap<String, Parameter> parameters,
            Limits limits) {
        this.text = text;
        this.root = root;
        this.sections = sections;
        this.parameters = parameters;
        this.limits = limits;
    }

    /// Reads JSON or YAML in UTF-8.
    ///
    /// @throws fairlead.cloudformation.fault.TemplateException with all that is wrong with its structure
    public static Template parse(byte[] content, Limits limits) {
        return parse(TemplateReader.decode(content), limits);
    }

    /// Reads JSON or YAML.
    ///
    /// @throws fairlead.cloudformation.fault.TemplateException with all that is wrong with its structure
    public static Template parse(String content, Limits limits) {
        Tree.Mapping root = TemplateReader.read(content, limits.template().most());
        Faults faults = new Faults();
        Sections sections = Sections.read(root, faults);
        SequencedMap<String, Parameter> parameters = new LinkedHashMap<>();
        if (sections.bodies().containsKey(Section.PARAMETERS)) {
            Place place = sections.place(Section.PARAMETERS);
            parameters = Declarations.read(sections.body(Section.PARAMETERS), place, faults);
            int found = sections.members(Section.PARAMETERS).size();
            if (found > limits.counts().parameters()) {
                faults.add(
                        "Template format error: Number of parameters, " + found + ", is greater than maximum allowed, "
                                + limits.counts().parameters(),
                        place.pointer(),
                        place.at());
            }
        }
        Structure structure = new Structure(sections, limits, faults);
        structure.mappings();
        structure.conditions();
        structure.rules();
        structure.resources();
        structure.outputs();
        faults.check();
        return new Template(content, root, sections, parameters, limits);
    }

    /// As it was given.
    public String text() {
        return text;
    }

    public Optional<String> description() {
        return sections.description();
    }

    /// What it takes, in the order of the template.
    public SequencedMap<String, Parameter> parameters() {
        return new LinkedHashMap<>(parameters);
    }

    /// The names of the transforms that it declares.
    public List<String> transforms() {
        return sections.transforms();
    }

    /// The section `Metadata`; empty if there is none.
    public ObjectNode metadata() {
        return sections.bodies().containsKey(Section.METADATA)
                ? sections.body(Section.METADATA).json()
                : JsonNodeFactory.instance.objectNode();
    }

    /// What it declares under `Outputs`, by name, in the order of the template. Loops are not unfolded.
    public SequencedMap<String, Tree> outputs() {
        return new LinkedHashMap<>(sections.members(Section.OUTPUTS));
    }

    /// The types of its resources, each once, in the order in which they are first used. A type within a loop is one of
    /// them.
    public List<String> resourceTypes() {
        return declared().stream().map(Map.Entry::getKey).distinct().toList();
    }

    /// The logical ids of resources of which it says what becomes of them when they are removed. Resources within loops
    /// have no logical ids yet, and are left out.
    public Set<String> withDeletionPolicy() {
        Set<String> ids = new LinkedHashSet<>();
        sections.members(Section.RESOURCES)
                .forEach((id, body) -> body.member("DeletionPolicy").ifPresent(_ -> ids.add(id)));
        return ids;
    }

    /// What a caller has to say yes to.
    public Capability.Required capabilities() {
        return Capability.of(
                declared().stream()
                        .map(entry -> Map.entry(entry.getKey(), entry.getValue().getValue()))
                        .toList(),
                !sections.transforms().isEmpty());
    }

    /// By what its resources are identified, for each type that is known. Resources within loops have no logical ids
    /// yet, and are left out.
    public List<IdentifierSummary> identifiers(TypeCatalog types) {
        SequencedMap<String, List<String>> ids = new LinkedHashMap<>();
        for (Map.Entry<String, Map.Entry<String, Tree>> resource : declared()) {
            String id = resource.getValue().getKey();
            if (sections.members(Section.RESOURCES).containsKey(id)) {
                ids.computeIfAbsent(resource.getKey(), _ -> new ArrayList<>()).add(id);
            }
        }
        List<IdentifierSummary> summaries = new ArrayList<>();
        ids.forEach((type, logicalIds) -> types.schema(type)
                .ifPresent(schema -> summaries.add(new IdentifierSummary(
                        type,
                        logicalIds,
                        schema.primaryIdentifier().stream()
                                .map(path -> path.modelPointer().substring(1))
                                .toList()))));
        return summaries;
    }

    /// Types with logical ids and bodies; of a loop what it repeats.
    private List<Map.Entry<String, Map.Entry<String, Tree>>> declared() {
        List<Map.Entry<String, Map.Entry<String, Tree>>> found = new ArrayList<>();
        sections.members(Section.RESOURCES).forEach((id, body) -> declared(id, body, found));
        return found;
    }

    private static void declared(String id, Tree body, List<Map.Entry<String, Map.Entry<String, Tree>>> found) {
        if (id.startsWith(Structure.LOOP)) {
            if (body instanceof Tree.Sequence(var items, var _) && items.size() == 3) {
                items.get(2).membersOrNone().forEach((name, inner) -> declared(name, inner, found));
            }
        } else {
            body.member("Type").flatMap(Tree::text).ifPresent(type -> found.add(Map.entry(type, Map.entry(id, body))));
        }
    }

    /// Holds every function against the shape that its arguments have to have, which needs no values. [#compile] does
    /// it, too.
    ///
    /// @throws fairlead.cloudformation.fault.TemplateException with all that is wrong
    public void check() {
        Compiler.check(this);
    }

    /// Compiles it.
    ///
    /// @throws fairlead.cloudformation.fault.TemplateException with all that is wrong with it or with the inputs
    public Compiled compile(Inputs inputs) {
        return new Compiler(this, inputs).compile();
    }

    Tree.Mapping root() {
        return root;
    }

    Sections sections() {
        return sections;
    }

    Limits limits() {
        return limits;
    }
}
