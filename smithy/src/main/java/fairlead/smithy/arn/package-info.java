/// ARNs: the addresses of resources. Templates of `aws.api#arn` are filled with identifiers, and ARNs are taken apart
/// into the resource and its identifiers again (AWS Core Specification, "aws.api#arn trait").
@NullMarked
package fairlead.smithy.arn;

import org.jspecify.annotations.NullMarked;
