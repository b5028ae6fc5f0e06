package fairlead.cloudformation.section;

import fairlead.cloudformation.source.Place;
import fairlead.cloudformation.source.Tree;

/// A member of a section, whose structure is sound.
///
/// @param id its logical name
/// @param type of a resource; empty for the member of another section
public record Declared(String id, String type, Tree.Mapping body, Place place) {

    /// The place of one of its members.
    public Place place(String member) {
        return body.member(member).map(tree -> place.member(member, tree)).orElse(place);
    }
}
