/// The steps of an operation on a resource: each calls a handler at most once, holds the answer against the contract,
/// and says what is stored and what the next step does.
///
/// `ResourceTask` is entered by the engine (`operation`) and goes on at the phase that the operation remembers. A phase
/// is stored before its handler is called, so that another node can go on there. Requests are planned in `change`;
/// handlers are called by `call`.
///
/// ```
///  delete:  DEPENDENTS -> CALL -> VERIFY -> end       dependents first, then the resource itself
///
///  doubtful create:  RECOVER -+-> UPDATE_RECOVERED -+       repeated until its outcome is known
///                             |                     |
///  create,                    +-> CALL -------------+-> VERIFY -> NESTED -> end
///  update:                         |  |             |
///                                  |  +-> RECREATE -+       nothing there to update: create it
///                                  v
///  replacement:  the strategy of the type decides which comes first
///
///    create_then_delete:  CREATE_NEW -> VERIFY_NEW -> DELETE_OLD -> AWAIT_OLD_GONE -> end
///                             |            |
///                             +------------+--> DELETE_NEW -> end: the old one stays
///
///    delete_then_create:  DELETE_OLD -> AWAIT_OLD_GONE -> CREATE_NEW -> VERIFY_NEW -> end
///                                                             |            |
///                                                             +------------+--> DELETE_NEW
///                                                                                   |
///                                              end: the old one is back <- RECREATE_OLD
/// ```
///
/// If nothing was made of the new one, DELETE_NEW is skipped. Any other failure ends the operation; the record then
/// says what is known of the resource. What a replacement could not delete is kept as an orphan, see `OrphanCleanup`.
/// Used by the verbs in `resource` and by `drift`.
@NullMarked
package fairlead.server.resource.step;

import org.jspecify.annotations.NullMarked;
