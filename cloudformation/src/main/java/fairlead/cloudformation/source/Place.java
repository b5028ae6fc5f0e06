package fairlead.cloudformation.source;

import fairlead.schema.source.Position;
import fairlead.schema.text.PointerSteps;
import org.jspecify.annotations.Nullable;

/// Where a part of a template is: the way to it from the root, and its place in the text.
///
/// @param parent null for the root
/// @param step the name of a member, or the index of an item
public record Place(@Nullable Place parent, String step, Position at) {

    /// The template as a whole.
    public static final Place ROOT = new Place(null, "", Position.START);

    /// The place of a member.
    public Place member(String name, Tree member) {
        return new Place(this, name, member.at());
    }

    /// The place of an item.
    public Place item(int index, Tree item) {
        return new Place(this, Integer.toString(index), item.at());
    }

    /// As a JSON pointer.
    public String pointer() {
        if (parent == null) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        append(text);
        return text.toString();
    }

    private void append(StringBuilder text) {
        if (parent != null) {
            parent.append(text);
            text.append('/').append(PointerSteps.escape(step));
        }
    }

    @Override
    public String toString() {
        return pointer();
    }
}
