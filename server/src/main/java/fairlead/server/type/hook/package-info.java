/// Hooks: code that is asked before a change of a resource is made. Which there are, how they are registered and
/// configured, and how one is called.
///
/// Knows no resource: `resource.policy` asks hooks about changes, the registry registers and configures them.
@NullMarked
package fairlead.server.type.hook;

import org.jspecify.annotations.NullMarked;
