/// ARNs: addresses of resources that name the service and the place of a resource.
///
/// An [Arn] is one of them, divided into its parts. An [ArnTemplate] is the form of the ARNs of one kind of
/// resource: it makes ARNs of identifiers, and reads the identifiers from ARNs (AWS Core Specification,
/// "aws.api#arn trait").
@NullMarked
package fairlead.schema.arn;

import org.jspecify.annotations.NullMarked;
