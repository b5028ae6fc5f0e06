/// Tests of resource types made of Smithy resources: small models here, and every public one where there is a corpus.
@NullMarked
package fairlead.smithy.convert;

import org.jspecify.annotations.NullMarked;
