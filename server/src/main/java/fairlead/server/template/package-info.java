/// Azure Resource Manager templates: documents that ask for resources once more.
///
/// A server writes one of what it has, a front one of what all its cells have.
@NullMarked
package fairlead.server.template;

import org.jspecify.annotations.NullMarked;
