/// JSON Schema draft-07: a schema is compiled once, and validation uses the compiled form only.
///
/// [Compiler] makes a tree of [Shape]s of a document and reports what is wrong with it; a shape checks values and
/// returns [Violation]s. [Place] tells what a schema says about a location, and [Values] compares by value. The
/// package knows nothing of resource types, and imports nothing from the package above.
@NullMarked
package fairlead.schema.draft07;

import org.jspecify.annotations.NullMarked;
