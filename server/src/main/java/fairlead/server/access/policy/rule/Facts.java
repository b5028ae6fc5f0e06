package fairlead.server.access.policy.rule;

import tools.jackson.databind.node.ObjectNode;

/// What a rule can ask of a resource as it is to be, or as it is. Made where a change of it is planned.
public interface Facts {

    /// As ARM names it.
    String id();

    /// The last part of the id.
    String name();

    /// As ARM writes it, `Fairlead.Lab/things` for example.
    String type();

    /// In normal form; empty if it has none.
    String location();

    ObjectNode tags();

    /// Without the values of what is write-only: in place of each stands a text that says so.
    ObjectNode properties();

    /// Empty if its type has none.
    ObjectNode sku();

    String subscription();

    /// The group that it is in.
    Group group();

    /// The id of who makes the change; empty where there is none.
    String principal();

    /// What is done, in the words of permissions; empty where nothing is.
    String action();

    /// Whether it is of a kind that has tags and a location.
    boolean indexed();

    /// A resource group, as rules can ask for it.
    ///
    /// @param name empty for what is in none, and so are all the others then
    record Group(String id, String name, String location, ObjectNode tags) {}
}
