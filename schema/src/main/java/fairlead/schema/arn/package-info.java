/// ARNs: addresses of resources that say where a resource is and of which service.
///
/// An [Arn] is one of them, taken apart. An [ArnTemplate] is the form that those of one kind of resource have: it is
/// filled with identifiers, and finds them again (AWS Core Specification, "aws.api#arn trait").
@NullMarked
package fairlead.schema.arn;

import org.jspecify.annotations.NullMarked;
