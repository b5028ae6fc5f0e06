/// The command `smithy`: what a Smithy model offers for resource types, and at which endpoint a service answers.
@NullMarked
package fairlead.cli.smithy;

import org.jspecify.annotations.NullMarked;
