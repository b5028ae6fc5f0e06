/// JSON documents of resources, whatever their type: read strictly, written, merged, and compared.
///
/// No resource, no type and no database. Used by the other packages of `resource` and by surfaces.
@NullMarked
package fairlead.server.resource.document;

import org.jspecify.annotations.NullMarked;
