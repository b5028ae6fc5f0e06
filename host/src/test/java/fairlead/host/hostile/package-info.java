/// Handlers that attack the server, in Java and in Python, as each user that the tests can run as.
@NullMarked
package fairlead.host.hostile;

import org.jspecify.annotations.NullMarked;
