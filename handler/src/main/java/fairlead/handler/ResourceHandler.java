package fairlead.handler;

/// Manages the physical resources of one resource type.
///
/// Implements the "CloudFormation resource type handler contract"; its sentences are quoted at each method.
/// Required are create, read and delete. A type that can be changed in place also implements [Updatable], one
/// whose resources can be enumerated also [Listable]; the `handlers` section of the schema must name the same set,
/// which is checked when the type is registered. One with actions is [Actionable], too.
///
/// **Any call may be made again with the same request**: after a crash, a time-out or a lost answer. So be
/// idempotent. A handler holds no state between calls: what it must remember it returns as the memo of
/// [Progress.Again].
///
/// A call runs on a virtual thread, by default one of its own. It may block, and returns by [Context#deadline()], when
/// it is interrupted. What takes longer is given back as [Progress.Again]. A [HandlerException] means the same as
/// [Progress.Failed]; any other exception is reported as [ErrorCode#INTERNAL_FAILURE].
public interface ResourceHandler {

    /// Makes the resource. "A create handler MUST NOT create multiple resources given the same idempotency token":
    /// the token is [Context#token()], the same in every call for one operation, also after a crash of the host.
    /// "A create handler MUST return FAILED with an AlreadyExists error code if the resource already existed prior
    /// to the create request."
    ///
    /// Every answer but a first [Progress.Failed] carries the primary identifier: a resource whose identifier was
    /// never given back can't be found again.
    Progress create(Create request, Context context);

    /// Tells the present state, or [ErrorCode#NOT_FOUND]. Never [Progress.Again], never a write-only property.
    Progress read(Read request, Context context);

    /// Removes the resource and answers [Progress.Gone] once it is gone; [ErrorCode#NOT_FOUND] if it did not exist.
    Progress delete(Delete request, Context context);

    /// Whether a read comes back soon after its thread is interrupted, whatever it waits for, and leaves the
    /// thread as it found it. It is then called on the thread of the request or operation that wants to know, which
    /// saves two changes of threads: a third of the time of a request, for a handler that answers from memory.
    ///
    /// Who says yes and does not come back keeps a caller, or an operation, waiting for as long.
    default boolean endsWhenInterrupted() {
        return false;
    }

    /// For types that can be changed in place. All others are replaced.
    interface Updatable extends ResourceHandler {

        /// Brings the resource to the desired state. "An update handler MUST NOT create a new physical resource": it
        /// answers [ErrorCode#NOT_FOUND] if there is none. Create-only properties never differ.
        Progress update(Update request, Context context);
    }

    /// For types whose resources can be enumerated.
    interface Listable extends ResourceHandler {

        /// One page of primary identifiers; the last page has no next token.
        Page list(Query query, Context context);
    }

    /// For types whose registration declares actions.
    interface Actionable extends ResourceHandler {

        /// Carries an action out and answers [Progress.Done] with what the action's `output` describes; with an
        /// empty object where none is declared. Only an asynchronous action may answer [Progress.Again]; its
        /// properties count for nothing then.
        Progress act(Act request, Context context);
    }
}
