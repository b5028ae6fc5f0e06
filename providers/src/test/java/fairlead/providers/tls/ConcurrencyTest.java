package fairlead.providers.tls;

import static fairlead.providers.tls.Fixture.certificateId;
import static fairlead.providers.tls.Fixture.done;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/// Two control planes over one folder, many calls at a time.
class ConcurrencyTest {

    private static final int CERTIFICATES = 24;

    @TempDir
    Path folder;

    @Test
    void losesNoCertificateAndNoRevocation() throws Exception {
        List<Fixture> nodes = List.of(new Fixture(folder), new Fixture(folder));
        nodes.getFirst().newAuthority("root");
        String request =
                nodes.getFirst().openssl.request(nodes.getFirst().openssl.ecKey());
        List<Future<Progress>> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < CERTIFICATES; i++) {
                String name = "c" + i;
                boolean deleted = i % 2 == 0;
                Fixture node = new Fixture(folder);
                answers.add(threads.submit(() -> {
                    ObjectNode desired = Fixture.keyless("root", name).put("SigningRequest", request);
                    done(node.certificates.create(desired));
                    return deleted
                            ? node.certificates.delete(certificateId("root", name))
                            : node.certificates.read(certificateId("root", name));
                }));
            }
        }
        for (Future<Progress> answer : answers) {
            assertThat(answer.get()).isNotInstanceOf(Progress.Failed.class);
        }
        assertThat(nodes.getLast().certificates.list()).hasSize(CERTIFICATES / 2);
        String crl = nodes.getLast().readAuthority("root").path("CrlPem").asString();
        assertThat(nodes.getLast().openssl.showCrl(crl).split("Serial Number:", -1))
                .hasSize(CERTIFICATES / 2 + 1);
    }

    @Test
    void makesAnAuthorityOnce() throws Exception {
        List<Future<Progress>> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                Fixture node = new Fixture(folder);
                answers.add(threads.submit(() -> node.authorities.create(Fixture.authority("root"), "once")));
            }
        }
        Progress first = answers.getFirst().get();
        assertThat(first).isInstanceOf(Progress.Done.class);
        for (Future<Progress> answer : answers) {
            assertThat(answer.get()).isEqualTo(first);
        }
    }
}
