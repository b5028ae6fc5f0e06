/// Rules about which properties an object has, which of them are required, and their defaults.
@NullMarked
package fairlead.schema.evolution.property;

import org.jspecify.annotations.NullMarked;
