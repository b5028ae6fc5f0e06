package fairlead.server.type.archive;

import fairlead.handler.Act;
import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import fairlead.handler.Update;
import fairlead.schema.HandlerKind;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A registered handler: loaded at its first call, and called with its own class loader as the thread's, so that
/// the libraries it brings find their parts.
///
/// It has the capabilities that the schema declares; at the registration they were the class's own. Which actions there
/// are, the registration says.
public sealed class IsolatedHandler implements ResourceHandler.Actionable {

    private final Supplier<ResourceHandler> load;
    private volatile @Nullable ResourceHandler loaded;

    private IsolatedHandler(Supplier<ResourceHandler> load) {
        this.load = load;
    }

    /// @param load loads the handler; called again if it fails
    public static ResourceHandler of(Set<HandlerKind> kinds, Supplier<ResourceHandler> load) {
        boolean updatable = kinds.contains(HandlerKind.UPDATE);
        if (kinds.contains(HandlerKind.LIST)) {
            return updatable ? new OfBoth(load) : new OfListable(load);
        }
        return updatable ? new OfUpdatable(load) : new IsolatedHandler(load);
    }

    @Override
    public final Progress create(Create request, Context context) {
        return inside(handler -> handler.create(request, context));
    }

    @Override
    public final Progress read(Read request, Context context) {
        return inside(handler -> handler.read(request, context));
    }

    @Override
    public final Progress delete(Delete request, Context context) {
        return inside(handler -> handler.delete(request, context));
    }

    @Override
    public final Progress act(Act request, Context context) {
        return inside(handler -> handler instanceof Actionable actionable
                ? actionable.act(request, context)
                : Progress.failed(ErrorCode.INTERNAL_FAILURE, "The handler carries out no actions."));
    }

    /// Loading it may take longer than anything it does later.
    @Override
    public final boolean endsWhenInterrupted() {
        ResourceHandler known = loaded;
        return known != null && known.endsWhenInterrupted();
    }

    final Progress updateInside(Update request, Context context) {
        return inside(handler -> ((Updatable) handler).update(request, context));
    }

    final Page listInside(Query query, Context context) {
        return inside(handler -> ((Listable) handler).list(query, context));
    }

    private <T> T inside(Function<ResourceHandler, T> call) {
        ResourceHandler handler = handler();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(handler.getClass().getClassLoader());
        try {
            return call.apply(handler);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private ResourceHandler handler() {
        ResourceHandler known = loaded;
        return known == null ? loadOnce() : known;
    }

    private synchronized ResourceHandler loadOnce() {
        ResourceHandler known = loaded;
        if (known == null) {
            known = load.get();
            loaded = known;
        }
        return known;
    }

    private static final class OfUpdatable extends IsolatedHandler implements Updatable {

        OfUpdatable(Supplier<ResourceHandler> load) {
            super(load);
        }

        @Override
        public Progress update(Update request, Context context) {
            return updateInside(request, context);
        }
    }

    private static final class OfListable extends IsolatedHandler implements Listable {

        OfListable(Supplier<ResourceHandler> load) {
            super(load);
        }

        @Override
        public Page list(Query query, Context context) {
            return listInside(query, context);
        }
    }

    private static final class OfBoth extends IsolatedHandler implements Updatable, Listable {

        OfBoth(Supplier<ResourceHandler> load) {
            super(load);
        }

        @Override
        public Progress update(Update request, Context context) {
            return updateInside(request, context);
        }

        @Override
        public Page list(Query query, Context context) {
            return listInside(query, context);
        }
    }
}
