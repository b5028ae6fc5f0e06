package fairlead.server.registry.stack;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import fairlead.handler.Update;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.resource.call.InternalClient;
import fairlead.server.resource.change.ResourceVerbs;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.Types;
import fairlead.server.wiring.ControlPlane;
import java.lang.reflect.Proxy;
import java.util.Optional;

/// A handler as steps of operations call it: in an account that the server has, on behalf of a resource.
final class OnBehalf implements ResourceHandler.Updatable, ResourceHandler.Listable {

    private static final Caller CALLER =
            new Caller(Principal.DEVELOPER, "request", "correlation", Optional.empty(), "");
    private static final ResourceVerbs NOTHING = (ResourceVerbs) Proxy.newProxyInstance(
            ResourceVerbs.class.getClassLoader(), new Class<?>[] {ResourceVerbs.class}, (_, method, _) -> {
                throw new UnsupportedOperationException(method.getName());
            });

    private final Updatable handler;
    private final Listable lister;
    private final Types types;

    OnBehalf(ResourceHandler handler, Types types) {
        this.handler = (Updatable) handler;
        lister = (Listable) handler;
        this.types = types;
    }

    private Context in(Context context) {
        ResourceId id = ResourceId.parse("/subscriptions/" + ControlPlane.DEVELOPMENT
                + "/resourceGroups/default/providers/Test.Made" + "/kepts/tried");
        return Context.builder(context.typeName(), context.token(), context.deadline(), context.clock())
                .in(ControlPlane.DEVELOPMENT, "eu-west-1")
                .name("tried")
                .id(id.toString())
                .attempt(context.attempt())
                .client(new InternalClient(NOTHING, types, CALLER, id, Optional.empty()))
                .build();
    }

    @Override
    public Progress create(Create request, Context context) {
        return handler.create(request, in(context));
    }

    @Override
    public Progress read(Read request, Context context) {
        return handler.read(request, in(context));
    }

    @Override
    public Progress update(Update request, Context context) {
        return handler.update(request, in(context));
    }

    @Override
    public Progress delete(Delete request, Context context) {
        return handler.delete(request, in(context));
    }

    @Override
    public Page list(Query query, Context context) {
        return lister.list(query, in(context));
    }
}
