/// Makes simulated types of the type definitions that Azure publishes (`bicep-types`): the files
/// `types.json`.
///
/// [TypeDefinitions] reads one, [AzureTypes] converts many together. Nothing here asks a server: what comes
/// out are the documents of registrations.
@NullMarked
package fairlead.simulation.azure;

import org.jspecify.annotations.NullMarked;
