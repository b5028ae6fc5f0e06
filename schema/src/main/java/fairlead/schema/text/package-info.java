/// How names are written in JSON Pointers and in URLs.
@NullMarked
package fairlead.schema.text;

import org.jspecify.annotations.NullMarked;
