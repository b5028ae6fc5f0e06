/// The Azure Resource Manager protocol: addresses, envelopes, entity tags, asynchronous answers.
///
/// Implements the surface of the "Azure resource provider contract". Every method parses, makes one call and
/// renders; what a request does is decided in `resource`, `operation`, `scope` and `type`. Knows no other surface.
@NullMarked
package fairlead.server.arm;

import org.jspecify.annotations.NullMarked;
