package fairlead.stack.document;

import java.util.Optional;

/// A value that a document has for those who use it.
///
/// @param exported under which name others may refer to it
public record Output(String name, Expression value, Optional<String> description, Optional<Expression> exported) {}
