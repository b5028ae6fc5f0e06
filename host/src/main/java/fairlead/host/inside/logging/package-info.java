/// SLF4J in the process of a Java handler: lines that are printed, and so come to the server's log.
@NullMarked
package fairlead.host.inside.logging;

import org.jspecify.annotations.NullMarked;
