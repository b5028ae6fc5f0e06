/// Rules about who may set or see a property: create-only, read-only, write-only, deprecated and hidden ones.
@NullMarked
package fairlead.schema.evolution.access;

import org.jspecify.annotations.NullMarked;
