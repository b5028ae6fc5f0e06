/// How names are written in JSON Pointers and in URLs, which name was meant, and how texts of callers are hashed.
@NullMarked
package fairlead.schema.text;

import org.jspecify.annotations.NullMarked;
