/// Tokens: whose are taken, how they are verified, and those that this control plane gives to its service principals.
@NullMarked
package fairlead.server.access.identity.token;

import org.jspecify.annotations.NullMarked;
