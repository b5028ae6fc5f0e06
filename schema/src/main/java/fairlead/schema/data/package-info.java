/// What kind of data a type's properties hold, and what follows from it.
///
/// A [DataClass] is a kind; a [Classification] says which one each path of a type has (AWS Core Specification,
/// "aws.api#data trait").
@NullMarked
package fairlead.schema.data;

import org.jspecify.annotations.NullMarked;
