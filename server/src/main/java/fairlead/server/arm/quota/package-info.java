/// The addresses by which Azure's clients set quotas and read them.
@NullMarked
package fairlead.server.arm.quota;

import org.jspecify.annotations.NullMarked;
