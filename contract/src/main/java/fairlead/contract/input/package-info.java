/// What a type's handler is tested with: inputs that are generated, or the files of a project.
///
/// Reads `inputs/inputs_<n>_create.json`, `..._update.json` and `..._invalid.json`, and `overrides.json`, which
/// are those of the CloudFormation CLI's contract tests. Knows schemas and the generator, no handlers.
@NullMarked
package fairlead.contract.input;

import org.jspecify.annotations.NullMarked;
