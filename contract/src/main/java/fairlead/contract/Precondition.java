package fairlead.contract;

import fairlead.handler.ResourceHandler;
import fairlead.handler.ResourceHandler.Listable;
import fairlead.handler.ResourceHandler.Updatable;
import fairlead.schema.HandlerKind;
import fairlead.schema.Profile;
import fairlead.schema.ResourceSchema;

/// What a type has to have so that a rule can be exercised on it.
public enum Precondition {
    UPDATE_HANDLER("the type has no update handler") {
        @Override
        public boolean isMet(ResourceSchema schema, ResourceHandler handler) {
            return schema.handlers().contains(HandlerKind.UPDATE) && handler instanceof Updatable;
        }
    },
    LIST_HANDLER("the type has no list handler") {
        @Override
        public boolean isMet(ResourceSchema schema, ResourceHandler handler) {
            return schema.handlers().contains(HandlerKind.LIST) && handler instanceof Listable;
        }
    },
    ADDITIONAL_IDENTIFIERS("the schema has no additional identifiers") {
        @Override
        public boolean isMet(ResourceSchema schema, ResourceHandler handler) {
            return !schema.additionalIdentifiers().isEmpty();
        }
    },
    IDENTIFIERS_ALONE("the type's profile gives handlers the whole model") {
        @Override
        public boolean isMet(ResourceSchema schema, ResourceHandler handler) {
            return schema.profile() == Profile.STRICT;
        }
    },
    WRITE_ONLY_PROPERTIES("the schema has no write-only properties") {
        @Override
        public boolean isMet(ResourceSchema schema, ResourceHandler handler) {
            return !schema.writeOnly().isEmpty();
        }
    };

    private final String otherwise;

    Precondition(String otherwise) {
        this.otherwise = otherwise;
    }

    public abstract boolean isMet(ResourceSchema schema, ResourceHandler handler);

    /// What is said of a type that does not have it.
    public String otherwise() {
        return otherwise;
    }
}
