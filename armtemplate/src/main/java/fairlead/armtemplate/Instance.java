package fairlead.armtemplate;

import fairlead.armtemplate.evaluation.Frame;
import fairlead.armtemplate.scope.Ids;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// One resource that a template names: one turn of a loop, if there is a loop.
///
/// @param key by which the document calls it
/// @param body as it is written
/// @param pointer where it stands
/// @param frame the turns that it is in
/// @param name and type with those of the resources around it
/// @param id the whole id
/// @param loop of which it is a turn
/// @param state whether it is to be there
record Instance(
        String key,
        JsonNode body,
        String pointer,
        Frame frame,
        String type,
        String name,
        String id,
        String version,
        Optional<Turn> loop,
        State state) {

    /// A turn of a loop.
    ///
    /// @param index counts from 0
    /// @param batch how many turns are made at a time; 0 for all
    record Turn(String loop, int index, int batch) {}

    /// Whether a resource is to be there.
    enum State {
        /// The template makes it.
        WANTED,
        /// Its condition is false.
        UNWANTED,
        /// The template only refers to it.
        EXISTING
    }

    boolean isThere() {
        return state != State.UNWANTED;
    }

    /// Whether it is written within another resource, so that it goes by the last part of its name as well.
    boolean isInside() {
        return pointer.indexOf("/resources/", 1) > 0;
    }

    boolean isDeployment() {
        return type.equalsIgnoreCase("Microsoft.Resources/deployments");
    }

    /// The type of the resource itself, where the type that is written has those of what it extends before
    /// it.
    String ownType() {
        return ownType(id, type);
    }

    private static String ownType(String id, String type) {
        int at = id.toLowerCase(Locale.ROOT).lastIndexOf("/providers/");
        if (at < 0 || type.toLowerCase(Locale.ROOT).startsWith("microsoft.resources/")) {
            return type;
        }
        return Ids.type(id.substring(at));
    }
}
