/// Tags and ARNs, as real clients see them.
@NullMarked
package fairlead.server.tagging;

import org.jspecify.annotations.NullMarked;
