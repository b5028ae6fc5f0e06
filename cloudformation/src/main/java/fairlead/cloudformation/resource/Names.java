package fairlead.cloudformation.resource;

import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.draft07.JsonType;
import fairlead.schema.draft07.Place;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Chooses names for resources that the template does not name: `<stack>-<logical id>-<12 characters>`, in the letters
/// and the length that the schema takes. The characters follow from a seed, so that the same facts give the same name.
final class Names {

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int SUFFIX = 12;
    private static final int LONGEST = 255;

    private final String stack;
    private final String seed;

    Names(String stack, String seed) {
        this.stack = stack;
        this.seed = seed;
    }

    /// The names by their properties.
    ///
    /// @param given the properties that the template has
    Map<PropertyPath, String> of(ResourceSchema schema, String logicalId, Set<String> given) {
        Map<PropertyPath, String> names = new LinkedHashMap<>();
        for (PropertyPath path : schema.primaryIdentifier()) {
            if (isOpen(schema, path) && !given.contains(path.name())) {
                name(schema, path, logicalId).ifPresent(name -> names.put(path, name));
            }
        }
        return names;
    }

    private static boolean isOpen(ResourceSchema schema, PropertyPath path) {
        if (path.steps().size() != 1
                || schema.readOnly().contains(path)
                || schema.required().contains(path.name())) {
            return false;
        }
        Optional<Place> place = schema.root().property(path.name());
        return place.filter(found -> JsonType.STRING.in(found.types())
                        && keyword(found, "default").isEmpty()
                        && keyword(found, "enum").isEmpty())
                .isPresent();
    }

    private static Optional<JsonNode> keyword(Place place, String keyword) {
        return place.sources().stream()
                .filter(source -> source.has(keyword))
                .findFirst()
                .map(source -> source.get(keyword));
    }

    /// The first of several ways to write it that the schema takes; empty if it takes none.
    private Optional<String> name(ResourceSchema schema, PropertyPath path, String logicalId) {
        int longest = schema.root()
                .property(path.name())
                .flatMap(place -> keyword(place, "maxLength"))
                .map(most -> Math.min(most.asInt(LONGEST), LONGEST))
                .orElse(LONGEST);
        String random = random(logicalId);
        Set<String> candidates = new LinkedHashSet<>();
        for (String between : List.of("-", "_", "")) {
            String name = shortened(stack.replace("-", between), logicalId, random, between, longest);
            candidates.add(name);
            candidates.add(name.toLowerCase(Locale.ROOT));
        }
        return candidates.stream().filter(name -> fits(schema, path, name)).findFirst();
    }

    /// The stack's name is cut first, then the logical id.
    private static String shortened(String stack, String logicalId, String random, String between, int longest) {
        int room = longest - SUFFIX;
        if (room <= 0) {
            return random.substring(0, Math.max(0, Math.min(SUFFIX, longest)));
        }
        List<String> parts = new ArrayList<>();
        int ofId = Math.clamp(room - between.length(), 0, logicalId.length());
        int ofStack = Math.clamp(room - ofId - 2L * between.length(), 0, stack.length());
        if (ofStack > 0) {
            parts.add(stack.substring(0, ofStack));
        }
        if (ofId > 0) {
            parts.add(logicalId.substring(0, ofId));
        }
        parts.add(random);
        return String.join(between, parts);
    }

    private static boolean fits(ResourceSchema schema, PropertyPath path, String name) {
        ObjectNode model = JsonNodeFactory.instance.objectNode();
        model.put(path.name(), name);
        return schema.violations(model).stream()
                .noneMatch(violation -> violation.pointer().equals(path.modelPointer()));
    }

    private String random(String logicalId) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest((seed + "\n" + logicalId).getBytes(StandardCharsets.UTF_8));
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < SUFFIX; i++) {
                text.append(ALPHABET.charAt(hash[i] & 31));
            }
            return text.toString();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
