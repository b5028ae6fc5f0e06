/// What runs in the process of a Java handler: it makes the handler of its jars, and calls it as the server says.
///
/// [fairlead.host.inside.HandlerMain] is the program. It needs nothing of the server, and trusts nothing of the
/// handler:
/// what is true of the handler is true of the whole process.
@NullMarked
package fairlead.host.inside;

import org.jspecify.annotations.NullMarked;
