/// Guardrails: what a resource may be like, with whatever rights it is made. Definitions, sets of them, their
/// assignments and exemptions,
/// the verdict on a change that follows from them, and the states of resources.
///
/// Implements the model of "What is Azure Policy". Knows no resources: who changes one asks [Guardrails] with its
/// facts.
/// The language of rules is [fairlead.server.access.policy.rule].
@NullMarked
package fairlead.server.access.policy;

import org.jspecify.annotations.NullMarked;
