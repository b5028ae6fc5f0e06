package fairlead.server.type;

import fairlead.schema.TypeName;
import fairlead.server.access.Plane;
import fairlead.server.type.definition.ArmType;
import fairlead.server.type.definition.Registration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// All types as they were at one moment.
///
/// @param generation of the stored types; negative before they were first read
/// @param owners the accounts that types belong to, also types that are no more; those of the operator are missing
/// @param dataPlane whether any type has a handler or an action that belongs to the data plane
record Catalog(
        long generation,
        Map<String, RegisteredType> byName,
        Map<String, RegisteredType> byArmType,
        Map<TypeName, List<RegisteredType>> byParent,
        List<RegisteredType> extensions,
        Map<ConfigurationOwner, Configuration> configurations,
        Map<TypeName, String> owners,
        boolean dataPlane) {

    static Catalog of(
            long generation,
            Collection<RegisteredType> types,
            Map<ConfigurationOwner, Configuration> configurations,
            Map<TypeName, String> owners) {
        Map<String, RegisteredType> byName = new TreeMap<>();
        Map<String, RegisteredType> byArmType = new TreeMap<>();
        Map<TypeName, List<RegisteredType>> byParent = new HashMap<>();
        for (RegisteredType type : types) {
            byName.put(type.name().toString(), type);
            byArmType.put(type.current().armType().key(), type);
            type.current()
                    .parent()
                    .ifPresent(parent -> byParent.computeIfAbsent(parent, _ -> new ArrayList<>())
                            .add(type));
        }
        return new Catalog(
                generation,
                Collections.unmodifiableMap(byName),
                Collections.unmodifiableMap(byArmType),
                Collections.unmodifiableMap(byParent),
                types.stream().filter(type -> type.current().isExtension()).toList(),
                Map.copyOf(configurations),
                Map.copyOf(owners),
                types.stream().anyMatch(type -> hasDataPlane(type.current().registration())));
    }

    Optional<RegisteredType> find(TypeName name) {
        return Optional.ofNullable(byName.get(name.toString()));
    }

    /// Whether an account may know of a type.
    ///
    /// @param account empty for the operator, who knows of all
    boolean isOffered(TypeName name, Optional<String> account) {
        return account.isEmpty() || isOffered(name, account.get());
    }

    boolean isOffered(TypeName name, String account) {
        return owners.getOrDefault(name, account).equals(account);
    }

    /// The type whose [ArmType#key()] that is.
    Optional<RegisteredType> findArmType(String key) {
        return Optional.ofNullable(byArmType.get(key));
    }

    /// The type of a namespace that has an action for the tenant which callers write so.
    Optional<RegisteredType> withTenantAction(String namespace, String word) {
        return byName.values().stream()
                .filter(type -> type.current().armType().namespace().equalsIgnoreCase(namespace)
                        && type.versions().stream()
                                .anyMatch(version -> version.registration()
                                        .tenantAction(word)
                                        .isPresent()))
                .findFirst();
    }

    Optional<TypeVersion> withDigest(String digest) {
        return registered().filter(version -> version.digest().equals(digest)).findFirst();
    }

    Set<String> digests() {
        return registered().map(TypeVersion::digest).collect(Collectors.toSet());
    }

    private Stream<TypeVersion> registered() {
        return byName.values().stream()
                .flatMap(type -> type.versions().stream())
                .filter(version -> version.source() == TypeVersion.Source.REGISTERED);
    }

    /// A version whose template uses that type.
    Optional<TypeVersion> composedOf(TypeName name) {
        return registered()
                .filter(version -> version.registration()
                        .template()
                        .filter(composition -> composition.uses().contains(name))
                        .isPresent())
                .findFirst();
    }

    private static boolean hasDataPlane(Registration registration) {
        return !registration.dataPlane().isEmpty()
                || registration.actions().stream().anyMatch(action -> action.plane() == Plane.DATA);
    }

    /// The types nested directly under that one.
    List<RegisteredType> nestedUnder(TypeName parent) {
        return byParent.getOrDefault(parent, List.of());
    }
}
