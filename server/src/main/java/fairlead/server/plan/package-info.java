/// What is about to be changed, as one value with one hash. Knows no engine: previews, approvals and stacks use it.
@NullMarked
package fairlead.server.plan;

import org.jspecify.annotations.NullMarked;
