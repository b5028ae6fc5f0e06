/// Turns the resources of a template into the nodes of a document: kinds, policies, signals, generated names, tags, the
/// types that the schema asks for, and what has to be done before what.
@NullMarked
package fairlead.cloudformation.resource;

import org.jspecify.annotations.NullMarked;
