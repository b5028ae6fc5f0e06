package fairlead.host.jvm;

import fairlead.handler.Act;
import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.RemoteFailure;
import fairlead.handler.ResourceHandler;
import fairlead.handler.Update;
import fairlead.host.CallLog;
import fairlead.host.wire.Answer;
import fairlead.host.wire.Call;
import fairlead.schema.HandlerKind;
import fairlead.schema.ResourceSchema;
import fairlead.schema.data.HandlerOutput;
import fairlead.schema.data.Redaction;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/// A Java handler in another process, with the capabilities that its schema declares. It answers and throws what the
/// handler does. Where there is no answer, it throws a [fairlead.handler.HandlerException] whose code tells whether the
/// same call may be made again:
///
/// | what happened | code |
/// |---|---|
/// | the process ended during the call | `ServiceInternalError` |
/// | the time was up | `ServiceTimeout` |
/// | the handler can't be made | `InternalFailure`: nothing has been done |
/// | it can't be made any more, later in an operation | `ServiceInternalError` |
sealed class RemoteHandler implements ResourceHandler.Actionable {

    private final ResourceSchema schema;
    private final VersionProcess process;

    private RemoteHandler(ResourceSchema schema, VersionProcess process) {
        this.schema = schema;
        this.process = process;
    }

    static ResourceHandler of(ResourceSchema schema, VersionProcess process) {
        boolean updatable = schema.handlers().contains(HandlerKind.UPDATE);
        if (schema.handlers().contains(HandlerKind.LIST)) {
            return updatable ? new OfBoth(schema, process) : new OfListable(schema, process);
        }
        return updatable ? new OfUpdatable(schema, process) : new RemoteHandler(schema, process);
    }

    @Override
    public final Progress create(Create request, Context context) {
        return progress(new Call.OfCreate(request), context, List.of(secret(request.desired())));
    }

    @Override
    public final Progress read(Read request, Context context) {
        return progress(new Call.OfRead(request), context, List.of());
    }

    @Override
    public final Progress delete(Delete request, Context context) {
        return progress(new Call.OfDelete(request), context, List.of());
    }

    @Override
    public final Progress act(Act request, Context context) {
        return progress(new Call.OfAct(request), context, List.of(secret(request.present()), request.input()));
    }

    /// The call is given up at once, and ended in its process.
    @Override
    public final boolean endsWhenInterrupted() {
        return true;
    }

    final Progress updateRemotely(Update request, Context context) {
        return progress(
                new Call.OfUpdate(request), context, List.of(secret(request.desired()), secret(request.previous())));
    }

    final Page listRemotely(Query query, Context context) {
        return switch (answer(new Call.OfList(query), context, List.of())) {
            case Answer.OfList(var page) -> page;
            case Answer.OfProgress _ -> throw new IllegalStateException("a list was answered as if it were no list");
            case Answer.Refused refused -> throw refused.exception();
            case Answer.Threw(var className, var trace) -> throw new RemoteFailure(className, trace);
        };
    }

    private ObjectNode secret(ObjectNode properties) {
        return schema.onlyWriteOnly(properties);
    }

    private Progress progress(Call call, Context context, List<ObjectNode> secrets) {
        return switch (answer(call, context, secrets)) {
            case Answer.OfProgress(var progress) -> progress;
            case Answer.OfList _ -> throw new IllegalStateException("a list was answered to what is no list");
            case Answer.Refused refused -> throw refused.exception();
            case Answer.Threw(var className, var trace) -> throw new RemoteFailure(className, trace);
        };
    }

    private Answer answer(Call call, Context context, List<ObjectNode> secrets) {
        Redaction redaction = Redaction.of(secrets)
                .and(Redaction.of(List.of(context.configuration())))
                .and(HandlerOutput.hidden());
        Consumer<String> listener = HandlerOutput.listener();
        CallLog log = new CallLog(
                context.typeName() + " " + call.name() + " operation " + context.token(),
                redaction,
                context.trace(),
                line -> listener.accept(context.clock().instant() + " " + call.name() + " " + line));
        return process.call(call, context, log);
    }

    private static final class OfUpdatable extends RemoteHandler implements Updatable {

        OfUpdatable(ResourceSchema schema, VersionProcess process) {
            super(schema, process);
        }

        @Override
        public Progress update(Update request, Context context) {
            return updateRemotely(request, context);
        }
    }

    private static final class OfListable extends RemoteHandler implements Listable {

        OfListable(ResourceSchema schema, VersionProcess process) {
            super(schema, process);
        }

        @Override
        public Page list(Query query, Context context) {
            return listRemotely(query, context);
        }
    }

    private static final class OfBoth extends RemoteHandler implements Updatable, Listable {

        OfBoth(ResourceSchema schema, VersionProcess process) {
            super(schema, process);
        }

        @Override
        public Progress update(Update request, Context context) {
            return updateRemotely(request, context);
        }

        @Override
        public Page list(Query query, Context context) {
            return listRemotely(query, context);
        }
    }
}
