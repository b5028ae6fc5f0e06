/// Who is known here: users, groups and service principals, and by what they sign in.
///
/// `access.identity.token` has the tokens. Used by `wiring` and by the surfaces of sign-in.
@NullMarked
package fairlead.server.access.identity;

import org.jspecify.annotations.NullMarked;
