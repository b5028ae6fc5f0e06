package fairlead.cloudformation.fault;

import fairlead.schema.source.Position;

/// One thing that is wrong with a template, or with what it was given.
///
/// @param message in the words that CloudFormation uses, where it has any
/// @param pointer what is wrong, as a JSON pointer into the template as it is once loops are unfolded; empty for the
///     template as a whole
/// @param position where that is in the text
public record TemplateFault(String message, String pointer, Position position) {

    /// The message with the place: `<message> (line 3, column 5)`. A message that says its place already stays as it
    /// is.
    public String placed() {
        String place = "(line " + position.line() + ", column " + position.column() + ")";
        return message.contains(place) ? message : message + " " + place;
    }

    @Override
    public String toString() {
        return pointer.isEmpty() ? placed() : placed() + " " + pointer;
    }
}
