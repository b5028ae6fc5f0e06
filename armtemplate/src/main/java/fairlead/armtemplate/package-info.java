/// Templates of Azure Resource Manager: [Template] reads one, and compiles it to what it wants to be there.
///
/// Nothing here asks a clock, a network or a store: the same template with the same [Inputs] comes to the
/// same.
@NullMarked
package fairlead.armtemplate;

import org.jspecify.annotations.NullMarked;
