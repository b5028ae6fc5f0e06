/// Stacks in the native API, `/fairlead/stacks`.
///
/// [StackSurface] answers. What a template's text becomes is the business of a [StackDocuments], one for each language.
@NullMarked
package fairlead.server.stack.http;

import org.jspecify.annotations.NullMarked;
