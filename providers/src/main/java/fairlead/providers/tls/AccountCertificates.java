package fairlead.providers.tls;

import fairlead.providers.disk.DeletionLog;
import fairlead.providers.disk.Folder;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The authorities and certificates of one account on disk: a folder for each authority, a record for itself and
/// one for each of its certificates.
///
/// What exists is what has a record; an empty folder is what a crash may leave behind.
final class AccountCertificates implements Closeable {

    private static final String AUTHORITY = "authority.json";
    private static final String CERTIFICATES = "certificates";
    private static final String ENDING = ".json";

    private final Folder authorities;
    private final Folder graves;

    AccountCertificates(Folder account) throws IOException {
        authorities = account.making("authorities");
        graves = account.making("graves");
    }

    Optional<Authority> authority(String name) throws IOException {
        try (Folder folder = authorities.at(name)) {
            return folder.record(AUTHORITY).map(Authority::parse);
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    void keep(Authority authority) throws IOException {
        try (Folder folder = authorities.making(authority.name())) {
            folder.record(AUTHORITY, authority.record());
        }
    }

    void removeAuthority(String name) throws IOException {
        try (Folder folder = authorities.at(name)) {
            folder.remove(AUTHORITY);
            folder.clear(() -> false);
        }
        authorities.remove(name);
    }

    List<String> authorityNames() throws IOException {
        List<String> names = new ArrayList<>();
        for (String name : authorities.names()) {
            if (authority(name).isPresent()) {
                names.add(name);
            }
        }
        return names;
    }

    Optional<Certificate> certificate(String authority, String name) throws IOException {
        try (Folder folder = authorities.at(authority, CERTIFICATES)) {
            return folder.record(name + ENDING).map(Certificate::parse);
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    void keep(Certificate certificate) throws IOException {
        try (Folder folder = authorities.making(certificate.authorityName(), CERTIFICATES)) {
            folder.record(certificate.name() + ENDING, certificate.record());
        }
    }

    void removeCertificate(String authority, String name) throws IOException {
        try (Folder folder = authorities.at(authority, CERTIFICATES)) {
            folder.remove(name + ENDING);
        }
    }

    List<String> certificateNames(String authority) throws IOException {
        try (Folder folder = authorities.at(authority, CERTIFICATES)) {
            return folder.names().stream()
                    .filter(file -> !file.startsWith(Folder.UNFINISHED))
                    .map(file -> file.substring(0, file.length() - ENDING.length()))
                    .toList();
        } catch (NoSuchFileException _) {
            return List.of();
        }
    }

    DeletionLog graves() {
        return new DeletionLog(graves);
    }

    @Override
    public void close() throws IOException {
        try (authorities) {
            graves.close();
        }
    }
}
