package fairlead.armtemplate;

import fairlead.armtemplate.evaluation.ExhaustedException;
import fairlead.armtemplate.function.Values;
import fairlead.armtemplate.limit.Limits;
import fairlead.armtemplate.source.LenientReader;
import fairlead.armtemplate.source.SourceText;
import fairlead.armtemplate.source.UnreadableException;
import fairlead.schema.source.Position;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// A template that was read: it has the sections that a template has, and what looks like an expression is
/// one.
public final class Template {

    private final SourceText source;
    private final boolean second;

    private Template(SourceText source, boolean second) {
        this.source = source;
        this.second = second;
    }

    /// Reads a template by itself.
    ///
    /// @throws InvalidTemplateException with all that is wrong with it
    public static Template parse(String text) {
        return parse(text, Limits.DEFAULT);
    }

    /// Reads a template by itself.
    ///
    /// @throws InvalidTemplateException with all that is wrong with it
    public static Template parse(String text, Limits limits) {
        if (text.length() > limits.characters()) {
            throw new InvalidTemplateException(List.of(new Fault(
                    "RequestContentTooLarge",
                    "The template has '" + text.length() + "' characters. The limit is '" + limits.characters() + "'.",
                    "",
                    Position.START)));
        }
        try {
            return of(LenientReader.read(text), limits);
        } catch (UnreadableException e) {
            throw new InvalidTemplateException(List.of(unreadable(e)));
        }
    }

    /// What is said about a text that can't be read.
    public static Fault unreadable(UnreadableException e) {
        Fault fault = new Fault("InvalidRequestContent", "", e.pointer(), e.position());
        return new Fault(
                fault.code(),
                "The request content was invalid and could not be deserialized: '" + e.getMessage() + ". Path '"
                        + fault.path() + "', line " + e.position().line() + ", position "
                        + e.position().column() + ".'.",
                e.pointer(),
                e.position());
    }

    /// A template that is a part of a document that was read.
    ///
    /// @throws InvalidTemplateException with all that is wrong with it
    public static Template of(SourceText source, Limits limits) {
        List<Fault> faults = new ArrayList<>();
        boolean second = new Structure(source, limits, faults).check();
        if (!faults.isEmpty()) {
            throw new InvalidTemplateException(faults);
        }
        return new Template(source, second);
    }

    /// What it wants to be there.
    ///
    /// @throws InvalidTemplateException with all that is wrong with it, or with the values that it is
    ///     given
    public Compiled compile(Inputs inputs) {
        List<Fault> faults = new ArrayList<>();
        try {
            Compiled compiled = new Compilation(this, inputs, faults).compile();
            if (faults.isEmpty()) {
                return compiled;
            }
        } catch (ExhaustedException e) {
            new Faults(source, faults).add("", e.getMessage());
        }
        throw new InvalidTemplateException(faults);
    }

    /// The hash by which it is told apart from others: a decimal number.
    public String hash() {
        return hash(source.root());
    }

    /// The hash of what may be a template.
    public static String hash(JsonNode template) {
        return TemplateHash.of(template);
    }

    /// What the hash of a template is made of: its JSON without white space, in capital letters.
    public static String minified(JsonNode template) {
        return TemplateHash.minified(template);
    }

    /// The template as it was read.
    public JsonNode json() {
        return source.root();
    }

    /// The version that its author gives to it.
    public String contentVersion() {
        return section("contentVersion").map(JsonNode::asString).orElse("");
    }

    /// The types that it declares for its parameters, by their names.
    public Map<String, String> parameterTypes() {
        Map<String, String> types = new LinkedHashMap<>();
        object("parameters")
                .properties()
                .forEach(member -> types.put(
                        member.getKey(),
                        Values.member(member.getValue(), "type")
                                .map(JsonNode::asString)
                                .orElse("")
                                .toLowerCase(Locale.ROOT)));
        return types;
    }

    SourceText source() {
        return source;
    }

    /// Whether it is written in the second version of the language.
    boolean second() {
        return second;
    }

    Optional<JsonNode> section(String name) {
        return Values.member(source.root(), name).filter(value -> !value.isNull());
    }

    JsonNode object(String name) {
        return section(name).orElse(JsonNodeFactory.instance.objectNode());
    }

    /// Where a section is.
    String pointer(String name) {
        return "/" + Values.name(source.root(), name).orElse(name);
    }
}
