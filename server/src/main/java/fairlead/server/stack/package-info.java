/// Stacks: resources that belong together, made, changed and deleted as one.
///
/// [Stacks] has the verbs; each that changes something begins an operation, which [StackTask] carries out: it
/// brings every node of the document to what it is to be, by an ordinary operation on the node's resource,
/// and goes back if one fails. What a template says is the business of a [TemplateLanguage]; nothing here
/// knows one.
///
/// Everything that has been done is in the rows of the nodes, from which the next step follows: after a
/// crash, on whichever node of the server, the operation goes on where it was. A change of a resource is
/// begun under a token that follows from the stack's operation and the node, so that it is never begun twice.
@NullMarked
package fairlead.server.stack;

import org.jspecify.annotations.NullMarked;
