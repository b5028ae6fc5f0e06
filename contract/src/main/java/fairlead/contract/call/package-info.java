/// How the suite calls a handler.
///
///     SuiteContext             what all scenarios of a run share
///       HandlerOperations      one operation: call after call until it has ended, each answer held against the guard
///       ListReader             one list: page after page until it has ended
///         HandlerCaller        one call: on a thread of its own, cut off at its deadline, disturbed if `Chaos` says so
///
/// A run is about a [Subject] and goes as its [Settings] say. Knows neither scenarios nor checks.
@NullMarked
package fairlead.contract.call;

import org.jspecify.annotations.NullMarked;
