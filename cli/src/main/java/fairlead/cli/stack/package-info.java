/// The commands on stacks: resources that one file describes, planned, made, changed and deleted together.
@NullMarked
package fairlead.cli.stack;

import org.jspecify.annotations.NullMarked;
