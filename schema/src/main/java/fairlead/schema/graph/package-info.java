/// How types depend on each other, as their schemas say by `$ref` and `relationshipRef`.
///
/// [TypeGraph] reads schemas and answers with [Relationship]s, as text or as DOT for Graphviz.
@NullMarked
package fairlead.schema.graph;

import org.jspecify.annotations.NullMarked;
