/// CloudFormation's type registry, as `aws cloudformation register-type` and every AWS SDK know it.
///
/// A surface over `type` and `registry.registration`, spoken through `registry.query`: each action reads
/// its parameters, makes one call and writes the answer. Types are those of the native API, whichever way they came in.
@NullMarked
package fairlead.server.registry;

import org.jspecify.annotations.NullMarked;
