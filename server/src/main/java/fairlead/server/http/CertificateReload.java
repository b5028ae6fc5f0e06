package fairlead.server.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Shows a certificate that has been renewed to those who connect from then on, without a restart. Connections that
/// there are go on. Of a pair of files that does not do, none is shown: the one of before stays.
final class CertificateReload implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CertificateReload.class);
    private static final Duration LOOK = Duration.ofSeconds(10);

    private final Tls tls;
    private final SslContextFactory.Server context;
    private final String password;
    private final AtomicReference<Instant> end;
    private List<FileTime> seen;
    private volatile boolean closed;

    private CertificateReload(Tls tls, SslContextFactory.Server context, String password) {
        this.tls = tls;
        this.context = context;
        this.password = password;
        seen = times();
        Tls.Loaded first = tls.load(password.toCharArray());
        end = new AtomicReference<>(first.end());
        context.setKeyStore(first.store());
        first.trusted().ifPresent(authorities -> {
            context.setTrustStore(authorities);
            context.setWantClientAuth(true);
        });
        context.setKeyStorePassword(password);
    }

    /// Has the context show the certificate as it is in its files now. Throws [IllegalArgumentException] with what is
    /// wrong with them.
    static CertificateReload of(Tls tls, SslContextFactory.Server context) {
        return new CertificateReload(tls, context, "only in memory");
    }

    /// Begins to look at the files.
    void begin() {
        Thread.ofVirtual().name("certificate").start(this::run);
    }

    private void run() {
        while (!closed) {
            try {
                Thread.sleep(LOOK);
            } catch (InterruptedException stopped) {
                return;
            }
            look();
        }
    }

    /// Loads the files if they have changed since they were last looked at.
    void look() {
        List<FileTime> now = times();
        if (now.equals(seen)) {
            return;
        }
        seen = now;
        try {
            Tls.Loaded renewed = tls.load(password.toCharArray());
            context.reload(factory -> {
                factory.setKeyStore(renewed.store());
                renewed.trusted().ifPresent(factory::setTrustStore);
            });
            end.set(renewed.end());
            LOG.info("the certificate in {} is shown from now on, until {}", tls.certificate(), renewed.end());
        } catch (Exception unusable) {
            LOG.error("the certificate of before is shown on: {}", unusable.getMessage());
        }
    }

    private List<FileTime> times() {
        return Stream.concat(Stream.of(tls.certificate(), tls.key()), tls.authorities().stream())
                .map(CertificateReload::time)
                .toList();
    }

    private static FileTime time(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException absent) {
            return FileTime.fromMillis(0);
        }
    }

    /// When the certificate that is shown runs out.
    Instant end() {
        return end.get();
    }

    @Override
    public void close() {
        closed = true;
    }
}
