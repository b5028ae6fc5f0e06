/// What a rule of evolution is given, and what it reports.
///
/// A `DocumentRule` is given the `SchemaVersions` of a whole schema, a `PropertyRule` `PropertyVersions`: one property
/// in both
/// versions.
/// Both add what they find to the `SchemaChanges`, from which the list of [fairlead.schema.evolution.rule.SchemaChange]
/// comes.
@NullMarked
package fairlead.schema.evolution.rule;

import org.jspecify.annotations.NullMarked;
