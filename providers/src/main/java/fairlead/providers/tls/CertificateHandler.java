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
import fairlead.providers.tls.Revocation.Reason;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `Fairlead::Tls::Certificate`.
final class CertificateHandler implements Updatable, Listable {

    private static final String AUTHORITY = "AuthorityName";
    private static final String SIGNING_REQUEST = "SigningRequest";
    private static final String PRIVATE_KEY = "PrivateKey";
    private static final String SEPARATOR = "|";

    private final CertificateStore book;
    private final Shape shape;

    CertificateHandler(CertificateStore book, Shape shape) {
        this.book = book;
        this.shape = shape;
    }

    /// The composite identifier.
    private record Id(String authority, String name) {

        static Id of(ObjectNode properties) {
            return new Id(CertificateStore.name(properties, AUTHORITY), CertificateStore.name(properties, "Name"));
        }

        static Id parse(String joined) {
            int separator = joined.indexOf(SEPARATOR);
            return new Id(joined.substring(0, separator), joined.substring(separator + 1));
        }

        ObjectNode properties() {
            return JsonNodeFactory.instance
                    .objectNode()
                    .put(AUTHORITY, authority)
                    .put("Name", name);
        }

        @Override
        public String toString() {
            return authority + SEPARATOR + name;
        }
    }

    @Override
    public Progress create(Create request, Context context) {
        Id id = Id.of(request.desired());
        return book.change(context, id.authority(), (shelf, signing) -> {
            Authority authority = shelf.authority(id.authority())
                    .orElseThrow(() -> invalid("there is no authority \"" + id.authority() + '"'));
            Optional<Certificate> existing = shelf.certificate(id.authority(), id.name());
            if (existing.isPresent()) {
                return existing.get().token().equals(context.token())
                        ? Progress.done(existing.get().model(authority))
                        : Progress.failed(ErrorCode.ALREADY_EXISTS, "certificate \"" + id + "\" exists already");
            }
            Certificate draft = new Certificate(
                    shape.kept(request.desired()),
                    context.token(),
                    publicKey(request.desired()).orElseThrow(CertificateHandler::noKey),
                    "",
                    List.of(),
                    List.of());
            Certificate issued = signing.issue(authority, draft, CertificateStore.owner(context, id.authority()));
            shelf.keep(issued);
            return Progress.done(issued.model(authority));
        });
    }

    @Override
    public Progress read(Read request, Context context) {
        Id id = Id.of(request.identifier());
        return Progress.done(model(id, context).orElseThrow(() -> missing(id)));
    }

    private Optional<ObjectNode> model(Id id, Context context) {
        return book.look(context, shelf -> {
            Optional<Certificate> certificate = shelf.certificate(id.authority(), id.name());
            Optional<Authority> authority = shelf.authority(id.authority());
            return certificate.flatMap(found -> authority.map(found::model));
        });
    }

    @Override
    public Progress update(Update request, Context context) {
        Id id = Id.of(request.identifier());
        return book.change(context, id.authority(), (shelf, signing) -> {
            Authority authority = shelf.authority(id.authority()).orElseThrow(() -> missing(id));
            Certificate present = shelf.certificate(id.authority(), id.name()).orElseThrow(() -> missing(id));
            Certificate amended = amended(present, request.desired(), authority, signing, context);
            if (!amended.equals(present)) {
                shelf.keep(amended);
            }
            settle(shelf, signing, authority, amended, context);
            return Progress.done(amended.model(authority));
        });
    }

    private Certificate amended(
            Certificate present, ObjectNode desired, Authority authority, Signing signing, Context context) {
        ObjectNode properties = shape.kept(desired);
        SubjectPublicKeyInfo key = publicKey(desired).orElse(present.publicKey());
        if (!present.differs(properties, key)) {
            return new Certificate(
                    properties, present.token(), key, present.certificatePem(), present.former(), present.pending());
        }
        boolean revoke = properties.path("RevokeOnRenewal").asBoolean();
        Certificate draft = new Certificate(
                properties,
                present.token(),
                key,
                "",
                revoke ? List.of() : present.outstanding(signing.now()),
                revoke ? withRevoked(present, signing.now(), Reason.SUPERSEDED) : present.pending());
        return signing.issue(authority, draft, CertificateStore.owner(context, authority.name()));
    }

    /// What is to be revoked of a certificate is noted with it before the authority's record is changed, so that a
    /// crash between the two is made good by the next call.
    private static void settle(
            AccountCertificates shelf, Signing signing, Authority authority, Certificate certificate, Context context)
            throws IOException {
        if (!certificate.pending().isEmpty()) {
            revoke(shelf, signing, authority, certificate.pending(), context);
            shelf.keep(certificate.settled());
        }
    }

    private static void revoke(
            AccountCertificates shelf,
            Signing signing,
            Authority authority,
            List<Revocation> revocations,
            Context context)
            throws IOException {
        Authority relisted = signing.revoke(authority, revocations, CertificateStore.owner(context, authority.name()));
        if (!relisted.equals(authority)) {
            shelf.keep(relisted);
        }
    }

    private static List<Revocation> withRevoked(Certificate certificate, Instant now, Reason reason) {
        return Stream.concat(
                        certificate.pending().stream(),
                        certificate.outstanding(now).stream().map(issued -> issued.revoked(now, reason)))
                .toList();
    }

    @Override
    public Progress delete(Delete request, Context context) {
        Id id = Id.of(request.identifier());
        return book.change(context, id.authority(), (shelf, signing) -> {
            Optional<Certificate> present = shelf.certificate(id.authority(), id.name());
            Optional<Authority> authority = shelf.authority(id.authority());
            if (present.isEmpty() || authority.isEmpty()) {
                return shelf.graves().tell(id.toString(), context.token(), signing.now())
                        ? Progress.gone()
                        : Progress.failed(ErrorCode.NOT_FOUND, absent(id));
            }
            shelf.graves().dig(id.toString(), context.token(), signing.now());
            List<Revocation> revocations = withRevoked(present.get(), signing.now(), Reason.CESSATION_OF_OPERATION);
            revoke(shelf, signing, authority.get(), revocations, context);
            shelf.removeCertificate(id.authority(), id.name());
            return Progress.gone();
        });
    }

    @Override
    public Page list(Query query, Context context) {
        Optional<String> only = query.filter().has(AUTHORITY)
                ? Optional.of(CertificateStore.name(query.filter(), AUTHORITY))
                : Optional.empty();
        List<String> ids = book.look(context, shelf -> ids(shelf, only));
        return Pages.page(ids, query, id -> Id.parse(id).properties(), id -> model(Id.parse(id), context));
    }

    private static List<String> ids(AccountCertificates shelf, Optional<String> only) throws IOException {
        List<String> ids = new ArrayList<>();
        for (String authority : only.isPresent() ? List.of(only.get()) : shelf.authorityNames()) {
            for (String name : shelf.certificateNames(authority)) {
                ids.add(new Id(authority, name).toString());
            }
        }
        Collections.sort(ids);
        return ids;
    }

    /// The key that the caller gives; empty if none is given.
    private static Optional<SubjectPublicKeyInfo> publicKey(ObjectNode desired) {
        Optional<String> request = text(desired, SIGNING_REQUEST);
        Optional<String> key = text(desired, PRIVATE_KEY);
        if (request.isPresent() && key.isPresent()) {
            throw invalid("both SigningRequest and PrivateKey are given: give one of them");
        }
        return request.map(PublicKeys::ofSigningRequest).or(() -> key.map(PublicKeys::ofPrivateKey));
    }

    private static Optional<String> text(ObjectNode properties, String property) {
        return properties.has(property) ? Optional.of(properties.path(property).asString("")) : Optional.empty();
    }

    private static HandlerException noKey() {
        return invalid(
                "a new certificate needs a key: give SigningRequest (a PKCS#10 request in PEM), or PrivateKey (in"
                        + " PEM) to take the public key from");
    }

    private static HandlerException invalid(String message) {
        return new HandlerException(ErrorCode.INVALID_REQUEST, message);
    }

    private static HandlerException missing(Id id) {
        return new HandlerException(ErrorCode.NOT_FOUND, absent(id));
    }

    private static String absent(Id id) {
        return "there is no certificate \"" + id + '"';
    }
}
