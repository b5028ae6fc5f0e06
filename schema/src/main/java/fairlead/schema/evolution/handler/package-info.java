/// Rules about what the type's handlers do: operations, permissions, time limits, tags, replacement, transforms.
@NullMarked
package fairlead.schema.evolution.handler;

import org.jspecify.annotations.NullMarked;
