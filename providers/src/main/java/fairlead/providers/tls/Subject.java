package fairlead.providers.tls;

import java.util.LinkedHashMap;
import java.util.Map;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERPrintableString;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import tools.jackson.databind.JsonNode;

/// Turns the property `Subject` into a distinguished name.
final class Subject {

    // In the order in which names are written, from the country to the person.
    private static final Map<String, ASN1ObjectIdentifier> PARTS = new LinkedHashMap<>();

    static {
        PARTS.put("Country", BCStyle.C);
        PARTS.put("State", BCStyle.ST);
        PARTS.put("Locality", BCStyle.L);
        PARTS.put("Organization", BCStyle.O);
        PARTS.put("OrganizationalUnit", BCStyle.OU);
        PARTS.put("CommonName", BCStyle.CN);
    }

    private Subject() {}

    /// The name; an empty one if there is no subject.
    static X500Name name(JsonNode subject) {
        X500NameBuilder name = new X500NameBuilder(BCStyle.INSTANCE);
        PARTS.forEach((property, type) -> {
            String value = subject.path(property).asString("");
            if (!value.isEmpty()) {
                // Encoded here, because the library would read a leading "#" as hexadecimal.
                name.addRDN(type, type.equals(BCStyle.C) ? new DERPrintableString(value) : new DERUTF8String(value));
            }
        });
        return name.build();
    }
}
