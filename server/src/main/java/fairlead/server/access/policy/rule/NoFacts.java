package fairlead.server.access.policy.rule;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The facts of nothing, for what asks for none.
enum NoFacts implements Facts {
    NONE;

    private static final Group NO_GROUP = new Group("", "", "", empty());

    private static ObjectNode empty() {
        return JsonNodeFactory.instance.objectNode();
    }

    @Override
    public String id() {
        return "";
    }

    @Override
    public String type() {
        return "";
    }

    @Override
    public String location() {
        return "";
    }

    @Override
    public ObjectNode tags() {
        return empty();
    }

    @Override
    public ObjectNode properties() {
        return empty();
    }

    @Override
    public ObjectNode sku() {
        return empty();
    }

    @Override
    public String subscription() {
        return "";
    }

    @Override
    public Group group() {
        return NO_GROUP;
    }

    @Override
    public String principal() {
        return "";
    }

    @Override
    public String action() {
        return "";
    }

    @Override
    public boolean indexed() {
        return false;
    }
}
