/// What is promised of patterns as languages.
@NullMarked
package fairlead.schema.language;

import org.jspecify.annotations.NullMarked;
