package fairlead.providers.tls;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler.Listable;
import fairlead.handler.ResourceHandler.Updatable;
import fairlead.handler.Update;
import fairlead.providers.Shape;
import fairlead.providers.disk.Pages;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `Fairlead::Tls::Authority`.
final class AuthorityHandler implements Updatable, Listable {

    private static final int MOST_NAMED = 5;

    private final CertificateStore book;
    private final Shape shape;

    AuthorityHandler(CertificateStore book, Shape shape) {
        this.book = book;
        this.shape = shape;
    }

    @Override
    public Progress create(Create request, Context context) {
        String name = CertificateStore.name(request.desired(), "Name");
        return book.change(context, name, (shelf, signing) -> {
            Optional<Authority> existing = shelf.authority(name);
            if (existing.isPresent()) {
                return existing.get().token().equals(context.token())
                        ? Progress.done(existing.get().model())
                        : Progress.failed(ErrorCode.ALREADY_EXISTS, "authority \"" + name + "\" exists already");
            }
            Authority made = signing.found(
                    shape.kept(request.desired()), context.token(), CertificateStore.owner(context, name));
            shelf.keep(made);
            return Progress.done(made.model());
        });
    }

    @Override
    public Progress read(Read request, Context context) {
        String name = CertificateStore.name(request.identifier(), "Name");
        return Progress.done(model(name, context).orElseThrow(() -> missing(name)));
    }

    /// The present state, with a revocation list that can be relied on for at least half its time.
    private Optional<ObjectNode> model(String name, Context context) {
        Optional<Authority> found = book.look(context, shelf -> shelf.authority(name));
        if (found.filter(authority -> Signing.due(authority, context.clock().instant()))
                .isPresent()) {
            found = book.change(context, name, (shelf, signing) -> {
                Optional<Authority> present = shelf.authority(name);
                if (present.filter(authority -> Signing.due(authority, signing.now()))
                        .isEmpty()) {
                    return present;
                }
                Authority relisted = signing.relist(present.get(), CertificateStore.owner(context, name));
                shelf.keep(relisted);
                return Optional.of(relisted);
            });
        }
        return found.map(Authority::model);
    }

    @Override
    public Progress update(Update request, Context context) {
        String name = CertificateStore.name(request.identifier(), "Name");
        return book.change(context, name, (shelf, signing) -> {
            Authority present = shelf.authority(name).orElseThrow(() -> missing(name));
            Authority amended =
                    signing.amend(present, shape.kept(request.desired()), CertificateStore.owner(context, name));
            if (!amended.equals(present)) {
                shelf.keep(amended);
            }
            return Progress.done(amended.model());
        });
    }

    @Override
    public Progress delete(Delete request, Context context) {
        String name = CertificateStore.name(request.identifier(), "Name");
        return book.change(context, name, (shelf, signing) -> {
            if (shelf.authority(name).isEmpty()) {
                return shelf.graves().tell(name, context.token(), signing.now())
                        ? Progress.gone()
                        : Progress.failed(ErrorCode.NOT_FOUND, absent(name));
            }
            List<String> certificates = shelf.certificateNames(name);
            if (!certificates.isEmpty()) {
                return Progress.failed(ErrorCode.GENERAL_SERVICE_EXCEPTION, stillNeeded(name, certificates));
            }
            shelf.graves().dig(name, context.token(), signing.now());
            shelf.removeAuthority(name);
            return Progress.gone();
        });
    }

    private static String stillNeeded(String name, List<String> certificates) {
        String some = String.join(", ", certificates.subList(0, Math.min(MOST_NAMED, certificates.size())));
        String more = certificates.size() > MOST_NAMED ? ", ..." : "";
        return "authority \"" + name + "\" still has " + certificates.size() + " certificates (" + some + more
                + "): delete them first, so that they are revoked";
    }

    @Override
    public Page list(Query query, Context context) {
        List<String> names = book.look(context, AccountCertificates::authorityNames);
        return Pages.page(names, query, AuthorityHandler::identifier, name -> model(name, context));
    }

    private static ObjectNode identifier(String name) {
        return JsonNodeFactory.instance.objectNode().put("Name", name);
    }

    private static HandlerException missing(String name) {
        return new HandlerException(ErrorCode.NOT_FOUND, absent(name));
    }

    private static String absent(String name) {
        return "there is no authority \"" + name + '"';
    }
}
