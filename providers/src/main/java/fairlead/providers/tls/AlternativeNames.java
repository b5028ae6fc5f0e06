package fairlead.providers.tls;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;

/// The names that a certificate is for, from their text form: `dns:www.example.com`, `ip:192.0.2.1`.
final class AlternativeNames {

    private static final Pattern LABEL = Pattern.compile("[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?");
    private static final Pattern IP_V4 = Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})");
    private static final int LONGEST_NAME = 253;

    private AlternativeNames() {}

    /// @throws HandlerException naming every one that is wrong
    static GeneralNames parse(List<String> names) {
        List<GeneralName> parsed = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (String name : names) {
            parse(name).ifPresentOrElse(parsed::add, () -> wrong.add('"' + name + '"'));
        }
        if (parsed.isEmpty() && wrong.isEmpty()) {
            wrong.add("none");
        }
        if (!wrong.isEmpty()) {
            throw new HandlerException(
                    ErrorCode.INVALID_REQUEST,
                    "SubjectAlternativeNames expects \"dns:\" and a host name or \"ip:\" and an address; found "
                            + String.join(", ", wrong));
        }
        return new GeneralNames(parsed.toArray(GeneralName[]::new));
    }

    private static Optional<GeneralName> parse(String name) {
        if (name.startsWith("dns:")) {
            return host(name.substring("dns:".length())).map(host -> new GeneralName(GeneralName.dNSName, host));
        }
        if (name.startsWith("ip:")) {
            return address(name.substring("ip:".length()))
                    .map(address -> new GeneralName(GeneralName.iPAddress, new DEROctetString(address)));
        }
        return Optional.empty();
    }

    private static Optional<String> host(String text) {
        String name = text.toLowerCase(Locale.ROOT);
        String plain = name.startsWith("*.") ? name.substring(2) : name;
        for (String label : plain.split("\\.", -1)) {
            if (!LABEL.matcher(label).matches()) {
                return Optional.empty();
            }
        }
        return name.length() <= LONGEST_NAME ? Optional.of(name) : Optional.empty();
    }

    private static Optional<byte[]> address(String text) {
        // The platform also takes short forms such as "10.1" and scopes such as "fe80::1%eth0".
        if (text.indexOf('%') >= 0
                || (text.indexOf(':') < 0 && !IP_V4.matcher(text).matches())) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(text).getAddress());
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
