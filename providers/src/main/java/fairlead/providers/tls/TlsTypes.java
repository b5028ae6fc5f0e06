package fairlead.providers.tls;

import fairlead.handler.ResourceType;
import fairlead.providers.Shape;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;

/// The resource types of a private certificate authority.
public final class TlsTypes {

    private TlsTypes() {}

    /// `Fairlead::Tls::Authority` and `Fairlead::Tls::Certificate`, keeping everything in one folder.
    ///
    /// The folder is made when it is first needed, for its owner only. Its file `sealing.key` opens the private
    /// keys: without it a copy of the folder can't sign, so keep backups of the two apart.
    public static List<ResourceType> all(Path keys) {
        return all(keys, new SecureRandom());
    }

    /// As [#all(Path)], with the source of keys and serial numbers given.
    public static List<ResourceType> all(Path keys, SecureRandom random) {
        CertificateStore book = new CertificateStore(keys, random);
        return List.of(
                Shape.beside(TlsTypes.class, "authority", shape -> new AuthorityHandler(book, shape)),
                Shape.beside(TlsTypes.class, "certificate", shape -> new CertificateHandler(book, shape)));
    }
}
