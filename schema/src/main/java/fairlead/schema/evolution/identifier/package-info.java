/// Rules about the name of the type and the identifiers of its resources.
@NullMarked
package fairlead.schema.evolution.identifier;

import org.jspecify.annotations.NullMarked;
