/// Tests of instances made of schemas, over small schemas here and over every published one where there is a corpus.
@NullMarked
package fairlead.generator;

import org.jspecify.annotations.NullMarked;
