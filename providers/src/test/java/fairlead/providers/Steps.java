package fairlead.providers;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.Progress;
import fairlead.handler.Query;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import fairlead.handler.ResourceHandler.Listable;
import fairlead.handler.ResourceHandler.Updatable;
import fairlead.handler.ResourceType;
import fairlead.handler.Update;
import fairlead.providers.files.FilesTypes;
import fairlead.providers.tls.TlsTypes;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A fixed sequence of operations on certificates and files, each with its own token: make one, change it, delete
/// it, and on to the next. As a program it goes on until it is killed, and says on its output where it is.
final class Steps {

    static final ObjectNode AUTHORITY = object().put("Name", "root");
    static final ObjectNode DIRECTORY = object().put("Name", "docs");
    static final int PER_ROUND = 3;

    /// A key that was made for these tests and protects nothing.
    private static final String KEY = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIAZTDXWsUyNzNdX+EAy4nSfUbKHjkkgzuUDyl9JWspai
        -----END PRIVATE KEY-----
        """;

    private final ResourceHandler authorities;
    private final Updatable certificates;
    private final ResourceHandler directories;
    private final Updatable files;

    Steps(Path folder) {
        List<ResourceType> tls = TlsTypes.all(folder.resolve("keys"));
        List<ResourceType> disk = FilesTypes.all(folder.resolve("files"));
        authorities = new Conforming(tls.get(0));
        certificates = new Conforming(tls.get(1));
        directories = new Conforming(disk.get(0));
        files = new Conforming(disk.get(1));
    }

    /// The folder, then the first step.
    public static void main(String[] arguments) {
        Steps steps = new Steps(Path.of(arguments[0]));
        for (int step = Integer.parseInt(arguments[1]); ; step++) {
            System.out.println(step);
            System.out.flush();
            steps.run(step);
        }
    }

    void begin() {
        ObjectNode subject = object().put("CommonName", "Root");
        succeed(authorities.create(Create.of(AUTHORITY.deepCopy().set("Subject", subject)), context("begin")));
        succeed(directories.create(Create.of(DIRECTORY), context("begin")));
    }

    void end() {
        succeed(authorities.delete(new Delete(AUTHORITY, Optional.empty()), context("end")));
        succeed(directories.delete(new Delete(DIRECTORY, Optional.empty()), context("end")));
    }

    void run(int step) {
        certificate(step);
        file(step);
    }

    private void certificate(int step) {
        ObjectNode id = object().put("AuthorityName", "root").put("Name", "c" + step / PER_ROUND);
        ObjectNode desired = id.deepCopy().put("PrivateKey", KEY).put("RevokeOnRenewal", true);
        desired.putArray("SubjectAlternativeNames").add("dns:a.test");
        act(certificates, step, id, desired, desired.deepCopy().put("Renewal", 1));
    }

    private void file(int step) {
        ObjectNode id = object().put("DirectoryName", "docs").put("Name", "f" + step / PER_ROUND);
        act(files, step, id, id.deepCopy().put("Content", "old"), id.deepCopy().put("Content", "new"));
    }

    private static void act(Updatable handler, int step, ObjectNode id, ObjectNode first, ObjectNode second) {
        Context context = context("step-" + step);
        succeed(
                switch (step % PER_ROUND) {
                    case 0 -> handler.create(Create.of(first), context);
                    case 1 -> handler.update(new Update(id, second, first, Optional.empty()), context);
                    default -> handler.delete(new Delete(id, Optional.empty()), context);
                });
    }

    private ObjectNode authority() {
        if (authorities.read(new Read(AUTHORITY), context("look")) instanceof Progress.Done(ObjectNode model)) {
            return model;
        }
        throw new AssertionError("the authority is lost");
    }

    /// How many certificates the authority's list names.
    int revoked() {
        byte[] pem = authority().path("CrlPem").asString().getBytes(StandardCharsets.US_ASCII);
        try {
            var crl = (X509CRL) CertificateFactory.getInstance("X.509").generateCRL(new ByteArrayInputStream(pem));
            return Optional.ofNullable(crl.getRevokedCertificates())
                    .map(Set::size)
                    .orElse(0);
        } catch (GeneralSecurityException failure) {
            throw new AssertionError(failure);
        }
    }

    List<ObjectNode> directories(ObjectNode filter) {
        return ((Listable) directories)
                .list(new Query(filter, 10, Optional.empty()), context("look"))
                .identifiers();
    }

    private static void succeed(Progress progress) {
        if (progress instanceof Progress.Failed failed) {
            throw new AssertionError(failed);
        }
    }

    private static Context context(String token) {
        Clock clock = Clock.systemUTC();
        return Context.builder("any", token, clock.instant().plus(Duration.ofMinutes(1)), clock)
                .in("test", "local")
                .name("thing")
                .build();
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
