/// From a template to a document: the languages that are known, and a template that is being carried out.
@NullMarked
package fairlead.server.stack.template;

import org.jspecify.annotations.NullMarked;
