package fairlead.schema;

import fairlead.schema.Finding.Severity;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// By whose rules a type is judged and served.
public enum Profile {
    /// What can't be registered here is an error, and handlers get identifiers and list nothing else.
    STRICT {
        @Override
        public Finding weigh(Finding finding) {
            return finding;
        }

        @Override
        public ObjectNode request(ObjectNode identifier, ObjectNode known) {
            return identifier;
        }

        @Override
        public List<ObjectNode> entries(List<ObjectNode> listed, UnaryOperator<ObjectNode> cut) {
            return listed;
        }
    },
    /// As CloudFormation does it: what neither its command line nor its schema library refuses is a warning,
    /// handlers get the whole model where they read and delete, and list entries with more than identifiers.
    CLOUDFORMATION {
        @Override
        public Finding weigh(Finding finding) {
            return finding.isError() && passes(finding) ? finding.as(Severity.WARNING) : finding;
        }

        @Override
        public ObjectNode request(ObjectNode identifier, ObjectNode known) {
            ObjectNode whole = known.deepCopy();
            for (String name : identifier.propertyNames()) {
                if (identifier.get(name) instanceof ObjectNode part && whole.get(name) instanceof ObjectNode within) {
                    whole.set(name, request(part, within));
                } else {
                    whole.set(name, identifier.get(name).deepCopy());
                }
            }
            return whole;
        }

        @Override
        public List<ObjectNode> entries(List<ObjectNode> listed, UnaryOperator<ObjectNode> cut) {
            return listed.stream().map(cut).toList();
        }
    },
    /// As [#STRICT], but a schema may be open: where its `additionalProperties` is `true`, a model may have
    /// properties that it does not name. For types of Azure, whose published definitions lack some that are in use.
    AZURE {
        @Override
        public Finding weigh(Finding finding) {
            boolean open = finding.pointer().equals("/additionalProperties")
                    && finding.id().equals("schema.const");
            return open && finding.isError() ? finding.as(Severity.WARNING) : finding;
        }

        @Override
        public ObjectNode request(ObjectNode identifier, ObjectNode known) {
            return identifier;
        }

        @Override
        public List<ObjectNode> entries(List<ObjectNode> listed, UnaryOperator<ObjectNode> cut) {
            return listed;
        }
    };

    /// They never ask where a path leads, nor whether what is required is there, nor whether anything is replaced.
    private static final Set<String> UNSEEN = Set.of(
            "schema.pointer-missing",
            "schema.pointer-malformed",
            "schema.identifier-type",
            "schema.identifier-wildcard",
            "schema.required-unknown",
            "schema.dependency-unknown",
            "schema.tag-required",
            "schema.no-model",
            "schema.replacement-strategy",
            "schema.ref-cycle",
            "schema.ref-place",
            "schema.json-duplicate-name");

    /// A finding by this measure.
    public abstract Finding weigh(Finding finding);

    /// What a read or delete handler gets.
    ///
    /// @param identifier the properties of an identifier
    /// @param known what else is known of the resource
    public abstract ObjectNode request(ObjectNode identifier, ObjectNode known);

    /// What counts of the entries that a list handler gave.
    ///
    /// @param cut makes less of an entry that may be more than identifiers
    public abstract List<ObjectNode> entries(List<ObjectNode> listed, UnaryOperator<ObjectNode> cut);

    /// As it is written in registrations and on the command line.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Reads what [#wireName] writes; throws [IllegalArgumentException] with what is wrong.
    public static Profile of(String word) {
        return Arrays.stream(values())
                .filter(profile -> profile.wireName().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("expected one of "
                        + Arrays.stream(values()).map(Profile::wireName).collect(Collectors.joining(", "))
                        + "; found '" + word + "'"));
    }

    private static boolean passes(Finding finding) {
        String pointer = finding.pointer();
        int patterns = pointer.indexOf("/patternProperties/");
        boolean behind = patterns >= 0 && pointer.indexOf('/', patterns + "/patternProperties/".length()) >= 0;
        return UNSEEN.contains(finding.id())
                || behind
                || (pointer.equals("/taggable") && finding.id().equals("schema.tag-update-handler"))
                || pointer.startsWith("/propertyTransform/");
    }
}
