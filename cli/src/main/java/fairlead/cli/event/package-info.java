/// The commands that show what happens on the server: `audit`, `watch` and `webhook`.
@NullMarked
package fairlead.cli.event;

import org.jspecify.annotations.NullMarked;
