/// What the API keeps of a stack besides what the engine does, and what it knows of the values of resources.
@NullMarked
package fairlead.server.registry.stack.content;

import org.jspecify.annotations.NullMarked;
