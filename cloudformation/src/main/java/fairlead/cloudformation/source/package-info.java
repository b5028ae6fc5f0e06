/// Reads the text of a template, JSON or YAML, into a tree whose parts know their line and column.
///
/// Begin with [TemplateReader]. YAML is read by the rules of CloudFormation: scalars as in YAML 1.1, the short forms of
/// functions, no merges. The package does not know what the sections of a template are.
@NullMarked
package fairlead.cloudformation.source;

import org.jspecify.annotations.NullMarked;
