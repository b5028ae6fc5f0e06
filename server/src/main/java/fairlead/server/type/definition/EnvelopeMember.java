package fairlead.server.type.definition;

import fairlead.schema.draft07.JsonType;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// What the Azure Resource Manager protocol has beside the properties of some resources. A type that has it keeps
/// it in a property, which its handler sees like any other.
public enum EnvelopeMember {
    KIND("kind", JsonType.STRING),
    PLAN("plan", JsonType.OBJECT),
    MANAGED_BY("managedBy", JsonType.STRING),
    IDENTITY("identity", JsonType.OBJECT),
    ZONES("zones", JsonType.ARRAY),
    EXTENDED_LOCATION("extendedLocation", JsonType.OBJECT),
    /// As callers ask for it: of a type that does not declare its SKUs, and whose handler knows them.
    SKU("sku", JsonType.OBJECT);

    private final String word;
    private final JsonType jsonType;

    EnvelopeMember(String word, JsonType jsonType) {
        this.word = word;
        this.jsonType = jsonType;
    }

    /// Its name in a body.
    public String word() {
        return word;
    }

    public JsonType jsonType() {
        return jsonType;
    }

    public static Optional<EnvelopeMember> of(String word) {
        return Arrays.stream(values())
                .filter(member -> member.word.equals(word))
                .findFirst();
    }

    /// The members at `envelope` in a registration file, each with the property that it is.
    static Map<EnvelopeMember, String> readAll(RegistrationReader file) {
        Map<EnvelopeMember, String> members = new EnumMap<>(EnvelopeMember.class);
        Optional<ObjectNode> declared = file.object("envelope");
        if (declared.isEmpty()) {
            return members;
        }
        RegistrationReader reader = file.within("envelope", declared.get());
        List<String> words = Arrays.stream(values()).map(EnvelopeMember::word).toList();
        reader.refuseUnknownKeys(words);
        for (EnvelopeMember member : values()) {
            reader.text(member.word, text -> text).ifPresent(property -> members.put(member, property));
        }
        if (members.containsKey(SKU) && file.document().has("skus")) {
            reader.wrong(
                    "registration.envelope",
                    "a type that declares its skus keeps the one of a resource beside its properties, not in one",
                    SKU.word);
        }
        return members;
    }
}
