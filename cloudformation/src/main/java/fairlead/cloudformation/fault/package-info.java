/// What is wrong with a template, and where: one [TemplateFault] for each place, all of them in one
/// [TemplateException].
@NullMarked
package fairlead.cloudformation.fault;

import org.jspecify.annotations.NullMarked;
