/// JSON Schema draft-07, compiled once and then run without looking at the schema again.
///
/// [Compiler] turns a document into a tree of [Shape]s and says what is wrong with it; a shape checks values and
/// gives back [Violation]s. [Place] answers what a schema says about a location, and [Values] compares by value.
/// Nothing here knows about resource types, and nothing here may import from the package above.
@NullMarked
package fairlead.schema.draft07;

import org.jspecify.annotations.NullMarked;
