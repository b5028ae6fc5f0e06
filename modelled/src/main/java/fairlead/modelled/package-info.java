/// Resource types without handler code: a Smithy model whose resources have lifecycle operations, and the address of a
/// service, make a handler that keeps the handler contract, whatever the service does.
///
/// The service may overwrite on a create, answer 200 where there is nothing to delete, show what was changed only
/// after a while, and page its lists as it likes: what the contract asks for is made here, by looking first and by
/// looking again. [fairlead.modelled.ModelledType] is where it begins.
@NullMarked
package fairlead.modelled;

import org.jspecify.annotations.NullMarked;
