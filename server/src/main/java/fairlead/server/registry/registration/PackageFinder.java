package fairlead.server.registry.registration;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.registry.packages.ObjectName;
import fairlead.server.registry.packages.PackageStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/// Finds packages of types: in the package store and, where all callers are on this machine, in its files. Nothing
/// is fetched from anywhere else: a registration can't be used to reach what only the server can reach.
public final class PackageFinder {

    private final PackageStore packages;
    private final boolean files;

    /// @param files whether callers may name files of this machine
    public PackageFinder(PackageStore packages, boolean files) {
        this.packages = packages;
        this.files = files;
    }

    /// The package at an address that [#address] has made. Throws a problem if there is none.
    ///
    /// @param account who registers it; what is not among its own packages may be among those that all accounts had
    ///     before packages were kept apart
    byte[] read(String account, String address) {
        return address.startsWith("file:")
                ? file(Path.of(URI.create(address)))
                : object(account, ObjectName.parse(address));
    }

    private byte[] object(String account, ObjectName name) {
        return packages.of(account)
                .read(name)
                .or(() -> packages.read(name))
                .orElseThrow(() ->
                        refused("There is no package at " + name + ". Upload it to this server first: 'aws s3 cp'."));
    }

    private static byte[] file(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > PackageStore.LARGEST) {
                throw refused(
                        "There is no package of at most " + PackageStore.LARGEST + " bytes in the file " + file + ".");
            }
            return Files.readAllBytes(file);
        } catch (IOException failure) {
            throw new UncheckedIOException("can't read the package " + file, failure);
        }
    }

    /// The address in the form in which it is kept. Throws [IllegalArgumentException] with what is wrong with it.
    ///
    /// @param url `s3://bucket/key`, the same object's address on this server, or `file:/path`
    /// @param baseUrl where callers reach this server
    public String address(String url, String baseUrl) {
        if (url.startsWith(baseUrl + "/")) {
            return ObjectName.parse("s3:/" + url.substring(baseUrl.length())).toString();
        }
        if (url.startsWith("file:") && files) {
            return fileAddress(url);
        }
        if (!url.startsWith("s3://")) {
            throw new IllegalArgumentException("expected s3://bucket/key or " + baseUrl + "/bucket/key"
                    + (files ? " or file:///path" : "") + ", found '" + url + "'; nothing is fetched from elsewhere");
        }
        return ObjectName.parse(url).toString();
    }

    private static String fileAddress(String url) {
        URI address = URI.create(url);
        if (address.getPath() == null || address.getHost() != null || address.getRawQuery() != null) {
            throw new IllegalArgumentException("expected file:///path, found '" + url + "'");
        }
        return Path.of(URI.create("file://" + address.getRawPath()))
                .normalize()
                .toUri()
                .toString();
    }

    private static ProblemException refused(String message) {
        return new ProblemException(new Problem.NotFound(ProblemCode.PACKAGE_NOT_FOUND, message));
    }
}
