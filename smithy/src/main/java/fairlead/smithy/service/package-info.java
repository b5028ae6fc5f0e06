/// Names of a service: `aws.api#service` with its defaults, and the SDK service ID (AWS Core Specification,
/// "aws.api#service trait").
@NullMarked
package fairlead.smithy.service;

import org.jspecify.annotations.NullMarked;
