/// The OpenAPI 3.1 description of resource types over the Azure Resource Manager protocol.
///
/// [OpenApi] writes it, type by type, so that a thousand types need no more memory than their text. The resource
/// `server.json` holds the part that does not depend on types: subscriptions, groups, operations, the registry.
@NullMarked
package fairlead.document.openapi;

import org.jspecify.annotations.NullMarked;
