/// Fairlead's own API, below `/fairlead`: the types and their registration, the version and the health of the
/// server.
///
/// A surface: it parses, makes one call of `type`, and renders. What the command line can do with types, it does
/// here.
@NullMarked
package fairlead.server.admin;

import org.jspecify.annotations.NullMarked;
