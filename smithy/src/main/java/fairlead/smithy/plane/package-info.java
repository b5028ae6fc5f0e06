/// Control plane and data plane: which of the two an operation belongs to (AWS Core Specification,
/// "aws.api#controlPlane trait" and "aws.api#dataPlane trait").
@NullMarked
package fairlead.smithy.plane;

import org.jspecify.annotations.NullMarked;
