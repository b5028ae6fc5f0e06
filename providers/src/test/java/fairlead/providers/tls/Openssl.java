package fairlead.providers.tls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The `openssl` command of the machine, as an independent opinion. A machine without it fails the tests.
final class Openssl {

    private final Path folder;
    private int files;

    Openssl(Path folder) {
        this.folder = folder;
    }

    record Result(int exit, String output) {}

    Result run(String... arguments) {
        List<String> command = new ArrayList<>(List.of("openssl"));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Result(process.waitFor(), output);
        } catch (IOException failure) {
            throw new UncheckedIOException("the openssl command is needed on the path", failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    String succeed(String... arguments) {
        Result result = run(arguments);
        if (result.exit() != 0) {
            throw new AssertionError("openssl " + String.join(" ", arguments) + " failed: " + result.output());
        }
        return result.output();
    }

    /// Writes text where openssl can read it.
    String file(String text) {
        try {
            Path file = folder.resolve("file-" + ++files + ".pem");
            Files.writeString(file, text);
            return file.toString();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// A private key in PEM, as `openssl genpkey` makes it.
    String key(String... options) {
        List<String> arguments = new ArrayList<>(List.of("genpkey"));
        arguments.addAll(List.of(options));
        return succeed(arguments.toArray(String[]::new)).replaceAll("(?m)^[.+*]+$\\R?", "");
    }

    String ecKey() {
        return key("-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256");
    }

    /// A signing request for a key.
    String request(String key) {
        return succeed("req", "-new", "-key", file(key), "-subj", "/CN=asked");
    }

    /// The public key of a private key.
    String publicKey(String key) {
        return succeed("pkey", "-pubout", "-in", file(key));
    }

    String publicKeyOf(String certificate) {
        return succeed("x509", "-noout", "-pubkey", "-in", file(certificate));
    }

    String show(String certificate) {
        return succeed("x509", "-noout", "-text", "-in", file(certificate));
    }

    String showCrl(String crl) {
        return succeed("crl", "-noout", "-text", "-in", file(crl));
    }

    Result verify(String authority, String certificate, Instant at) {
        return run("verify", "-x509_strict", "-attime", seconds(at), "-CAfile", file(authority), file(certificate));
    }

    Result verifyNotRevoked(String authority, String crl, String certificate, Instant at) {
        return run(
                "verify",
                "-crl_check",
                "-attime",
                seconds(at),
                "-CAfile",
                file(authority),
                "-CRLfile",
                file(crl),
                file(certificate));
    }

    private static String seconds(Instant at) {
        return Long.toString(at.getEpochSecond());
    }
}
