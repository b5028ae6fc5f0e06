/// The archive in which a type comes: unpacked without trust, digested, and its handler loaded apart from the server.
///
/// Whether a type is accepted, and what becomes of it, is for `type`. Used by `type`, and by `admin` to receive
/// archives.
@NullMarked
package fairlead.server.type.archive;

import org.jspecify.annotations.NullMarked;
