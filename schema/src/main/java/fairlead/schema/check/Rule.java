package fairlead.schema.check;

/// A kind of finding.
///
/// @param what is wrong, in a sentence
/// @param mend what to do about it, in a sentence
public record Rule(String id, String what, String mend) {}
