package fairlead.server.resource.call;

import fairlead.contract.Breach;
import fairlead.contract.Guard;
import fairlead.contract.Rule;
import fairlead.handler.Act;
import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler.Actionable;
import fairlead.handler.ResourceHandler.Listable;
import fairlead.handler.ResourceHandler.Updatable;
import fairlead.handler.Update;
import fairlead.schema.HandlerKind;
import fairlead.schema.ResourceSchema;
import fairlead.schema.TypeName;
import fairlead.server.operation.Failure;
import fairlead.server.resource.call.HandlerResult.Absent;
import fairlead.server.resource.call.HandlerResult.Breached;
import fairlead.server.resource.call.HandlerResult.Done;
import fairlead.server.resource.call.HandlerResult.Failed;
import fairlead.server.resource.call.HandlerResult.Gone;
import fairlead.server.resource.call.HandlerResult.InProgress;
import fairlead.server.resource.call.HandlerResult.Listed;
import fairlead.server.resource.call.HandlerResult.Manner;
import fairlead.server.resource.call.HandlerResult.OfChange;
import fairlead.server.resource.call.HandlerResult.OfDelete;
import fairlead.server.resource.call.HandlerResult.OfList;
import fairlead.server.resource.call.HandlerResult.OfRead;
import fairlead.server.resource.call.HandlerResult.Overran;
import fairlead.server.time.Deadlines;
import fairlead.server.type.Types;
import fairlead.server.type.definition.Action;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.node.ObjectNode;

/// The one way from the control plane to a handler: it makes the context, calls with a deadline, holds the answer
/// against the contract, and says what the call came to.
///
/// Implements the host's side of the "CloudFormation resource type handler contract". Used by the steps of operations,
/// by imports and moves, and for reads, lists and actions outside of operations; there is one for each control plane.
public final class HandlerInvoker {

    private final HandlerCalls calls;
    private final Types types;
    private final Clock clock;

    /// @param types whose configurations the handlers get
    public HandlerInvoker(Types types, Clock clock) {
        this(types, clock, new HandlerCalls());
    }

    /// @param deadlines by which calls are judged to take too long
    public HandlerInvoker(Types types, Clock clock, Deadlines deadlines) {
        this(types, clock, new HandlerCalls(deadlines));
    }

    private HandlerInvoker(Types types, Clock clock, HandlerCalls calls) {
        this.calls = calls;
        this.types = types;
        this.clock = clock;
    }

    /// @param told the identifier that is known of the resource, by its name or from an earlier answer to this create
    public OfChange create(HandlerInvocation invocation, Create request, Optional<String> told) {
        HandlerAnswer answer = change(
                invocation,
                HandlerKind.CREATE,
                context -> invocation.type().handler().create(request, context));
        if (!(answer instanceof HandlerAnswer.Progressed(var progress, var manner))) {
            return late(Rule.CREATE_DEADLINE);
        }
        List<Breach> breaches = invocation.guard().create(progress, request.desired(), told);
        return breaches.isEmpty()
                ? changed(progress, manner)
                : new Breached(breaches, named(invocation, progress, breaches).or(() -> told), Optional.of(progress));
    }

    public OfChange update(HandlerInvocation invocation, Updatable handler, Update request, String identifier) {
        HandlerAnswer answer = change(invocation, HandlerKind.UPDATE, context -> handler.update(request, context));
        if (!(answer instanceof HandlerAnswer.Progressed(var progress, var manner))) {
            return late(Rule.UPDATE_DEADLINE);
        }
        List<Breach> breaches = invocation.guard().update(progress, request.desired(), identifier);
        return breaches.isEmpty() ? changed(progress, manner) : new Breached(breaches, Optional.of(identifier));
    }

    public OfDelete delete(HandlerInvocation invocation, Delete request) {
        HandlerAnswer answer = change(
                invocation,
                HandlerKind.DELETE,
                context -> invocation.type().handler().delete(request, context));
        if (!(answer instanceof HandlerAnswer.Progressed(var progress, var manner))) {
            return late(Rule.DELETE_DEADLINE);
        }
        List<Breach> breaches = invocation.guard().delete(progress);
        if (!breaches.isEmpty()) {
            return new Breached(breaches, Optional.empty());
        }
        return switch (progress) {
            case Progress.Gone() -> new Gone();
            case Progress.Again again -> new InProgress(again);
            case Progress.Failed(var code, var message) when code == ErrorCode.NOT_FOUND -> new Absent(message);
            case Progress.Failed(var code, var message) -> new Failed(code, message, manner);
            case Progress.Done _ -> throw notAllowed("delete");
        };
    }

    /// @param identifier the properties of the primary identifier, or of an additional one
    public OfRead read(HandlerInvocation invocation, ObjectNode identifier) {
        ResourceSchema schema = invocation.type().schema();
        HandlerAnswer answer = calls.read(
                invocation.type().handler(),
                target(invocation, HandlerKind.READ),
                () -> invocation.type().handler().read(new Read(identifier), context(invocation, HandlerCalls.LOOK)));
        if (!(answer instanceof HandlerAnswer.Progressed(var progress, var manner))) {
            return new Overran(late("The read handler"));
        }
        Optional<String> known = schema.identifier(identifier);
        List<Breach> breaches = invocation.guard().read(progress, known);
        if (!breaches.isEmpty()) {
            return new Breached(breaches, known);
        }
        return switch (progress) {
            case Progress.Done(var model) -> new Done(model);
            case Progress.Failed(var code, var message) when code == ErrorCode.NOT_FOUND -> new Absent(message);
            case Progress.Failed(var code, var message) -> new Failed(code, message, manner);
            case Progress.Again _, Progress.Gone() -> throw notAllowed("read");
        };
    }

    public OfList list(HandlerInvocation invocation, Listable handler, Query query) {
        AtomicReference<Page> listed = new AtomicReference<>();
        HandlerAnswer answer = calls.call(target(invocation, HandlerKind.LIST), HandlerCalls.LOOK, () -> {
            listed.set(handler.list(query, context(invocation, HandlerCalls.LOOK)));
            return Progress.gone();
        });
        return switch (answer) {
            case HandlerAnswer.Overran() -> new Overran(late("The list handler"));
            case HandlerAnswer.Progressed(Progress.Failed(var code, var message), var manner) ->
                new Failed(code, message, manner);
            case HandlerAnswer.Progressed _ -> {
                Guard guard = invocation.guard();
                List<Breach> breaches = guard.list(guard.identifiers(listed.get()));
                yield breaches.isEmpty()
                        ? new Listed(guard.shown(listed.get()))
                        : new Breached(breaches, Optional.empty());
            }
        };
    }

    /// @param limit how long one call may take
    public OfChange act(HandlerInvocation invocation, Actionable handler, Action action, Act request, Duration limit) {
        HandlerAnswer answer = calls.call(
                new CallTarget(invocation.operation(), invocation.type().name(), action.name()),
                limit,
                () -> handler.act(request, context(invocation, limit)));
        return switch (answer) {
            case HandlerAnswer.Overran() -> new Overran(late("The handler"));
            case HandlerAnswer.Progressed(Progress.Done(var output), var _) ->
                action.outputFault(output)
                        .<OfChange>map(wrong -> new Failed(ErrorCode.INTERNAL_FAILURE, wrong, Manner.ANSWERED))
                        .orElseGet(() -> new Done(output));
            case HandlerAnswer.Progressed(Progress.Gone(), var _) ->
                new Failed(
                        ErrorCode.INTERNAL_FAILURE,
                        "The handler answered an action as if it were a delete.",
                        Manner.ANSWERED);
            case HandlerAnswer.Progressed(var progress, var manner) -> changed(progress, manner);
        };
    }

    // -- what all share -------------------------------------------------------------------------------------

    private interface Changing {
        Progress in(Context context);
    }

    private HandlerAnswer change(HandlerInvocation invocation, HandlerKind kind, Changing handler) {
        return calls.call(
                target(invocation, kind),
                HandlerCalls.CHANGE,
                () -> handler.in(context(invocation, HandlerCalls.CHANGE)));
    }

    private static CallTarget target(HandlerInvocation invocation, HandlerKind kind) {
        return new CallTarget(invocation.operation(), invocation.type().name(), kind);
    }

    private Context context(HandlerInvocation invocation, Duration limit) {
        TypeName type = invocation.type().name();
        Context.Builder context = invocation
                .subject()
                .apply(Context.builder(
                                type.toString(),
                                invocation.token(),
                                clock.instant().plus(limit),
                                clock)
                        .trace(HandlerCalls.trace()));
        return context.configuration(types.configuration(type, context.account()))
                .build();
    }

    private static OfChange changed(Progress progress, Manner manner) {
        return switch (progress) {
            case Progress.Done(var model) -> new Done(model);
            case Progress.Again again -> new InProgress(again);
            case Progress.Failed(var code, var message) -> new Failed(code, message, manner);
            case Progress.Gone() -> throw notAllowed("change");
        };
    }

    /// What a broken answer names; not if it is the name that is wrong.
    private static Optional<String> named(HandlerInvocation invocation, Progress progress, List<Breach> breaches) {
        List<String> wrong =
                breaches.stream().flatMap(breach -> breach.pointers().stream()).toList();
        boolean misnamed = invocation.type().schema().primaryIdentifier().stream()
                .anyMatch(path -> wrong.contains(path.modelPointer()));
        return misnamed ? Optional.empty() : identifier(invocation, progress);
    }

    private static Optional<String> identifier(HandlerInvocation invocation, Progress progress) {
        ResourceSchema schema = invocation.type().schema();
        return switch (progress) {
            case Progress.Done(var model) -> schema.identifier(model);
            case Progress.Again again -> schema.identifier(again.properties());
            case Progress.Failed _, Progress.Gone() -> Optional.empty();
        };
    }

    /// The message names the rule.
    private static Overran late(Rule deadline) {
        Failure failure = late("The handler");
        return new Overran(new Failure(
                failure.code(),
                failure.message() + " " + new Breach(deadline, "").message().strip()));
    }

    private static Failure late(String subject) {
        return new Failure(ErrorCode.SERVICE_TIMEOUT, subject + " did not answer in time.");
    }

    private static IllegalStateException notAllowed(String kind) {
        return new IllegalStateException("the guard lets no " + kind + " end so");
    }
}
