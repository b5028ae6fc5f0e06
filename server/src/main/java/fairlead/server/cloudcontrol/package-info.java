/// The surface that speaks the AWS Cloud Control API: `X-Amz-Target: CloudApiService.*`, JSON 1.0, signed.
///
/// It addresses a resource by its type and primary identifier in an account's region. An account is a subscription, a
/// region a location, a request token the id of an operation: the same records as behind the ARM surface. Parses, makes
/// one call of `resource` or `operation`, renders.
@NullMarked
package fairlead.server.cloudcontrol;

import org.jspecify.annotations.NullMarked;
