package fairlead.contract;

import java.util.Arrays;
import java.util.List;

/// One sentence of the contract that asks for something, forbids it, advises or allows it.
///
/// @param id stable and searchable, `create.already-exists` for example
/// @param section the heading that it stands under
/// @param level how binding it is
/// @param sentence as the document has it
/// @param checked who sees to it
/// @param rules under which rules a breach of it is reported; empty where nothing can be reported
/// @param how in which way it is seen to, or why it can't be
/// @param document where the sentence stands
public record Clause(
        String id,
        String section,
        Level level,
        String sentence,
        Checked checked,
        List<Rule> rules,
        String how,
        Document document) {

    public Clause {
        rules = List.copyOf(rules);
    }

    /// The key words of RFC 2119.
    public enum Level {
        MUST("MUST"),
        MUST_NOT("MUST NOT"),
        SHOULD("SHOULD"),
        SHOULD_NOT("SHOULD NOT"),
        MAY("MAY"),
        MAY_NOT("MAY NOT");

        private final String words;

        Level(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }

        static Level parse(String words) {
            return Arrays.stream(values())
                    .filter(level -> level.words.equals(words))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /// Who sees to a clause.
    public enum Checked {
        /// The suite alone: it takes more than one answer to tell.
        SUITE,
        /// The guard on every answer in production, and the suite with it.
        BOTH,
        /// The control plane guarantees it to handlers.
        HOST,
        /// No part of the project: it is a permission, or can't be seen from outside.
        NONE
    }

    /// The documents that clauses come from.
    public enum Document {
        HANDLER_CONTRACT("Resource type handler contract"),
        RESOURCE_SCHEMA("Resource type schema"),
        HANDLER_INTERFACE("Handler interface"),
        DEFINITION_SCHEMA("Resource type definition schema");

        private final String title;

        Document(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }
}
