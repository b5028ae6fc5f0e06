/// Access keys of AWS tools: those that are minted for principals, and those of sessions, which are kept nowhere.
@NullMarked
package fairlead.server.access.identity.accesskey;

import org.jspecify.annotations.NullMarked;
