/// Commands run without a process, against a server that speaks real HTTP and says what a test tells it to.
@NullMarked
package fairlead.cli;

import org.jspecify.annotations.NullMarked;
