/// Takes physical resources that exist already under management, as one operation for however many.
///
/// They are read by their handlers and recorded; nothing else is done to them. Used by `admin`.
@NullMarked
package fairlead.server.resource.imports;

import org.jspecify.annotations.NullMarked;
