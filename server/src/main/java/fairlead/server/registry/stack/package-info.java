/// AWS CloudFormation's API of stacks: what it asks in the words of [fairlead.server.stack], and what that
/// answers in the XML of the API. [fairlead.server.registry.stack.CloudFormationLanguage] is the language of
/// its templates.
@NullMarked
package fairlead.server.registry.stack;

import org.jspecify.annotations.NullMarked;
