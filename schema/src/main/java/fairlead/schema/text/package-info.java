/// How names are written in JSON Pointers and in URLs, and how texts of callers are hashed.
@NullMarked
package fairlead.schema.text;

import org.jspecify.annotations.NullMarked;
