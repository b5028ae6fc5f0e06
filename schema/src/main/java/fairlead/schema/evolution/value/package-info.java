/// Rules about which values a property takes: type, choices, limits, patterns, lists, alternatives.
@NullMarked
package fairlead.schema.evolution.value;

import org.jspecify.annotations.NullMarked;
