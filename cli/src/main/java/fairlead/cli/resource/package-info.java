/// The commands on resources and resource groups: `put`, `get`, `list`, `delete`, `lock`, `drift` and their like.
///
/// Each command makes an address and a body, sends one request, waits for the operation ([fairlead.cli.operation]) and
/// prints the result.
@NullMarked
package fairlead.cli.resource;

import org.jspecify.annotations.NullMarked;
