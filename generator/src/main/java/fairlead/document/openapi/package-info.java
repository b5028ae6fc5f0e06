/// The OpenAPI 3.1 description of resource types over the Azure Resource Manager protocol.
///
/// [OpenApi] writes it, type by type, so that a thousand types need no more memory than their text. What does not
/// depend on types (subscriptions, groups, operations, the registry) is the resource `server.json`.
@NullMarked
package fairlead.document.openapi;

import org.jspecify.annotations.NullMarked;
