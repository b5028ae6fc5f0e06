/// Quotas as AWS's clients read and raise them: Service Quotas.
@NullMarked
package fairlead.server.registry.quota;

import org.jspecify.annotations.NullMarked;
