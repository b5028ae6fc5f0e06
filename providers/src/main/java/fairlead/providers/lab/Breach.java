package fairlead.providers.lab;

import tools.jackson.databind.node.ObjectNode;

/// A deliberate breach of the handler contract.
enum Breach {
    NONE("None"),
    MISSING_IDENTIFIER("MissingIdentifier"),
    CHANGED_IDENTIFIER("ChangedIdentifier"),
    NULL_PROPERTY("NullProperty"),
    WRITE_ONLY_RETURNED("WriteOnlyReturned"),
    WRONG_TYPE("WrongType"),
    UNKNOWN_PROPERTY("UnknownProperty"),
    DROPPED_PROPERTY("DroppedProperty"),
    IN_PROGRESS_ON_READ("InProgressOnRead"),
    MODEL_ON_DELETE("ModelOnDelete"),
    STAYS_AFTER_DELETE("StaysAfterDelete"),
    THROWS("Throws"),
    HANGS("Hangs");

    private final String wireName;

    Breach(String wireName) {
        this.wireName = wireName;
    }

    String wireName() {
        return wireName;
    }

    /// What is wrong with a model, where that is the breach.
    void spoil(ObjectNode model) {
        switch (this) {
            case MISSING_IDENTIFIER -> model.remove("Id");
            case CHANGED_IDENTIFIER -> model.put("Id", model.path("Id").asString("") + "-changed");
            case NULL_PROPERTY -> model.putNull("Text");
            case WRITE_ONLY_RETURNED -> model.put("Secret", "returned");
            case WRONG_TYPE -> model.put("Number", "seven");
            case UNKNOWN_PROPERTY -> model.put("Surprise", true);
            case DROPPED_PROPERTY -> model.remove("Text");
            case NONE, IN_PROGRESS_ON_READ, MODEL_ON_DELETE, STAYS_AFTER_DELETE, THROWS, HANGS -> {}
        }
    }
}
