/// What the suite does to resources of a type.
///
///     LifecycleScenario        a resource is created, read, created again (DuplicateCreateScenario), updated
///                              (UpdateScenario, RefusedUpdateScenario), deleted (DeleteScenario) and created anew
///                              (RecreateScenario)
///     EdgeValueScenario        the same, shorter, with values that are easily lost
///     UnknownIdentifierScenario, DuplicateDeliveryScenario, IsolationScenario (with SimilarIdentifierScenario),
///     PaginationScenario, InvalidInputScenario, RequestTagScenario        each on its own
///
/// A scenario decides the rules that it alone says something about; others are decided by a class of
/// [fairlead.contract.check]. A scenario that can not go on ends, and the next one begins.
@NullMarked
package fairlead.contract.scenario;

import org.jspecify.annotations.NullMarked;
