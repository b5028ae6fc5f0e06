/// Java handlers in processes of their own, as the server sees them: one process for each version of a type, which
/// starts when there is work, carries out many calls at a time, and ends when there has been none for long.
///
/// [fairlead.host.jvm.JavaHandlers] is the way in. It knows neither the server nor its database.
@NullMarked
package fairlead.host.jvm;

import org.jspecify.annotations.NullMarked;
