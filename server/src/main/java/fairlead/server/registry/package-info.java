/// CloudFormation's type registry, as `aws cloudformation register-type` and every AWS SDK know it.
///
/// A surface over `type` and `registration`, spoken through `query`: each action reads its parameters, makes one call
/// and writes the answer. Types are those of the native API, whichever way they came in. `s3` and `sts` are surfaces
/// of their own, which AWS's tools need on the way to a registration.
@NullMarked
package fairlead.server.registry;

import org.jspecify.annotations.NullMarked;
