/// Tests of OpenAPI documents.
@NullMarked
package fairlead.document.openapi;

import org.jspecify.annotations.NullMarked;
