/// The input and the output of the rules of evolution.
///
/// A `DocumentRule` gets the `SchemaVersions` of a whole schema; a `PropertyRule` gets `PropertyVersions`: one
/// property in both versions. Both add what they find to the `SchemaChanges`, the list of
/// [fairlead.schema.evolution.rule.SchemaChange].
@NullMarked
package fairlead.schema.evolution.rule;

import org.jspecify.annotations.NullMarked;
