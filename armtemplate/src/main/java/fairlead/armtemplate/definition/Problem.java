package fairlead.armtemplate.definition;

/// Something that is wrong with a value or with a declaration.
///
/// @param path where, from the value or declaration on, as a JSON pointer
/// @param text what is wrong; a whole sentence
public record Problem(String path, String text) {}
