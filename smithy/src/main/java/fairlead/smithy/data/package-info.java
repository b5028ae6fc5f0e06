/// What kind of data a value is: `aws.api#data`, resolved for each path through a model (AWS Core Specification,
/// "aws.api#data trait").
@NullMarked
package fairlead.smithy.data;

import org.jspecify.annotations.NullMarked;
