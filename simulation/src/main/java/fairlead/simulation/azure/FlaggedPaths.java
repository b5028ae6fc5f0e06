package fairlead.simulation.azure;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Finds what is read-only and what is write-only in what callers give, as paths from the top of a schema. A
/// sensitive text is write-only.
///
/// Paths can't go round in circles: where an object holds itself, what is in the inner one is only looked at
/// for secrets, and is write-only as a whole if it has any.
final class FlaggedPaths {

    private static final int MOST = 4000;

    private final TypeDefinitions source;
    private final Set<String> readOnly = new LinkedHashSet<>();
    private final Set<String> writeOnly = new LinkedHashSet<>();

    FlaggedPaths(TypeDefinitions source) {
        this.source = source;
    }

    Set<String> readOnly() {
        return readOnly;
    }

    Set<String> writeOnly() {
        return writeOnly;
    }

    /// Whether there is anything sensitive in it, read-only or not.
    static boolean isSecret(TypeDefinitions source, int type) {
        return new FlaggedPaths(source).isSecret(type, new HashSet<>());
    }

    private boolean isSecret(int type, Set<Integer> seen) {
        if (source.isSensitive(type) || !seen.add(type)) {
            return source.isSensitive(type);
        }
        return source.isObject(type)
                ? Member.of(source, List.of(type)).stream()
                        .flatMap(member -> member.types().stream())
                        .anyMatch(below -> isSecret(below, seen))
                : items(type).anyMatch(item -> isSecret(item, seen));
    }

    /// Looks at what a property at the top holds.
    void within(Member member, String path) {
        inside(member, path, Set.of());
        if (readOnly.size() + writeOnly.size() > MOST) {
            throw new IllegalArgumentException("it has more than " + MOST + " read-only and write-only properties");
        }
    }

    private void within(List<Integer> types, String path, Set<List<Integer>> around) {
        if (types.stream().allMatch(source::isObject)) {
            if (around.contains(types)) {
                if (hasSecret(types, new HashSet<>())) {
                    writeOnly.add(path);
                }
                return;
            }
            Set<List<Integer>> inside = new HashSet<>(around);
            inside.add(types);
            Member.of(source, types).stream()
                    .filter(Member::isNameable)
                    .forEach(member -> inside(member, path + "/" + member.name(), inside));
        } else if (types.size() == 1) {
            items(types.getFirst()).forEach(item -> {
                if (source.isSensitive(item)) {
                    writeOnly.add(path);
                } else {
                    within(List.of(item), path + "/*", around);
                }
            });
        }
    }

    private void inside(Member member, String path, Set<List<Integer>> around) {
        if (member.readOnly()) {
            readOnly.add(path);
        } else if (member.writeOnly() || member.types().stream().anyMatch(source::isSensitive)) {
            writeOnly.add(path);
        } else {
            within(member.types(), path, around);
        }
    }

    /// What a list or a map holds.
    private Stream<Integer> items(int type) {
        JsonNode element = source.at(type);
        if (source.kind(type).equals(TypeDefinitions.ARRAY)) {
            return Stream.of(source.target(element.path("itemType")));
        }
        return source.isMap(type) ? Stream.of(source.target(element.path("additionalProperties"))) : Stream.of();
    }

    private boolean hasSecret(List<Integer> types, Set<Integer> seen) {
        for (int type : types) {
            if (!seen.add(type)) {
                continue;
            }
            if (source.isSensitive(type)) {
                return true;
            }
            boolean below = source.isObject(type)
                    ? Member.of(source, List.of(type)).stream()
                            .filter(member -> !member.readOnly())
                            .anyMatch(member -> member.writeOnly() || hasSecret(member.types(), seen))
                    : items(type).anyMatch(item -> hasSecret(List.of(item), seen));
            if (below) {
                return true;
            }
        }
        return false;
    }
}
