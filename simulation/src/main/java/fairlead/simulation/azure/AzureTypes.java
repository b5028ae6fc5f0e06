package fairlead.simulation.azure;

import fairlead.simulation.azure.TypeDefinitions.Published;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Converts files of type definitions together, for what is in one of them says how types of another are
/// kept.
///
/// What can be put in a resource group becomes a type, nested as its name says. A type that can be attached
/// to any resource becomes an extension type. Where Azure has a parent that is always there, such as the
/// `default` blob service of a storage account, parent and children are proxy types, which need no record
/// above them; so are types that are nested too deep to be tracked, and those below a parent that can't be
/// put.
public final class AzureTypes {

    private static final int GROUP = 8;
    private static final int ANYWHERE = 16;
    private static final int DEEPEST_TRACKED = 3;

    private static final Pattern VERSION =
            Pattern.compile("\\d{4}-\\d{2}-\\d{2}(-(preview|alpha|beta|rc|privatepreview)(\\.\\d+)?)?");

    /// What the server answers by itself, whatever types there are.
    private static final Set<String> SERVED = Set.of(
            "microsoft.authorization/denyassignments",
            "microsoft.authorization/locks",
            "microsoft.authorization/policyassignments",
            "microsoft.authorization/policydefinitions",
            "microsoft.authorization/policyexemptions",
            "microsoft.authorization/policysetdefinitions",
            "microsoft.authorization/roleassignments",
            "microsoft.authorization/roledefinitions",
            "microsoft.resources/deployments",
            "microsoft.resources/resourcegroups",
            "microsoft.resources/tags");

    /// Words that have a meaning of their own in addresses.
    private static final Set<String> RESERVED = Set.of("deployments", "location", "locations", "operations", "skus");

    private final ArmNames names;
    private final List<Candidate> candidates = new ArrayList<>();
    private final Map<String, Integer> writable = new HashMap<>();
    private final Set<String> fixed = new HashSet<>();
    private final Set<String> holders = new HashSet<>();
    private final Map<String, String> hopeless = new HashMap<>();
    private final List<SimulatedAzureType> types = new ArrayList<>();
    private final List<LeftOut> leftOut = new ArrayList<>();

    /// What becomes of definitions.
    ///
    /// @param types those that can be registered, each after what it is nested in, and older versions first
    public record Conversion(List<SimulatedAzureType> types, List<LeftOut> leftOut) {

        public Conversion {
            types = List.copyOf(types);
            leftOut = List.copyOf(leftOut);
        }
    }

    /// A version that does not become a type, and why.
    public record LeftOut(String armType, String apiVersion, String reason) {}

    private record Candidate(TypeDefinitions source, Published published, String key) {}

    private AzureTypes(ArmNames names) {
        this.names = names;
    }

    /// @param known the names of the types that are there, by their ARM types
    public static Conversion convert(List<TypeDefinitions> files, Map<String, String> known) {
        AzureTypes all = new AzureTypes(new ArmNames(known));
        files.forEach(all::collect);
        all.candidates.stream().map(Candidate::key).forEach(all::lookAbove);
        all.standIns();
        all.candidates.sort(Comparator.comparingInt((Candidate candidate) -> depth(candidate.key))
                .thenComparing(candidate -> candidate.published.version())
                .thenComparing(Candidate::key));
        all.candidates.forEach(all::convert);
        Comparator<SimulatedAzureType> order = Comparator.comparingInt(SimulatedAzureType::depth);
        all.types.sort(order.thenComparing(SimulatedAzureType::apiVersion));
        return new Conversion(all.types, all.leftOut);
    }

    private static int depth(String key) {
        return ArmNames.segments(key).size();
    }

    // -- what there is ----------------------------------------------------------------------------------------------

    private void collect(TypeDefinitions file) {
        for (Published published : file.resources()) {
            String key = ArmNames.key(published.name());
            Optional<String> reason = reason(key, published);
            Optional<String> elsewhere = candidates.stream()
                    .filter(other ->
                            other.key.equals(key) && other.published.version().equals(published.version()))
                    .map(other -> "it is in " + other.source.file() + ", too, which counts")
                    .findFirst();
            if (reason.or(() -> elsewhere).isPresent()) {
                leaveOut(
                        published.name(),
                        published.version(),
                        reason.or(() -> elsewhere).get());
                continue;
            }
            writable.put(key, published.writable());
            candidates.add(new Candidate(file, published, key));
            if (!TypeConversion.hasFreeName(file, published.body())) {
                fixed.add(key);
            }
        }
    }

    private static Optional<String> reason(String key, Published published) {
        if (published.writable() == 0) {
            return Optional.of("it can't be put");
        }
        if (SERVED.contains(key)) {
            return Optional.of("Fairlead has it without any registration");
        }
        Optional<String> reserved =
                ArmNames.segments(key).stream().filter(RESERVED::contains).findFirst();
        if (reserved.isPresent()) {
            return Optional.of("'" + reserved.get() + "' has another meaning in addresses");
        }
        if ((published.writable() & (GROUP | ANYWHERE)) == 0) {
            return Optional.of("it can't be put in a resource group");
        }
        if ((published.writable() & ANYWHERE) != 0 && depth(key) > 1) {
            return Optional.of("an extension type can't be nested");
        }
        return VERSION.matcher(published.version()).matches()
                ? Optional.empty()
                : Optional.of("an API version is YYYY-MM-DD with an optional -preview");
    }

    private void lookAbove(String key) {
        ArmNames.parent(key).ifPresent(parent -> {
            holders.add(parent);
            lookAbove(parent);
        });
    }

    /// Parents that can't be put have a type with nothing but names, so that addresses lead through them.
    private void standIns() {
        Map<String, Candidate> made = new LinkedHashMap<>();
        for (Candidate candidate : candidates) {
            Optional<String> written = ArmNames.parent(candidate.published.name());
            while (written.isPresent()) {
                String key = ArmNames.key(written.get());
                if (!writable.containsKey(key) && !names.isKnown(key)) {
                    standIn(candidate, written.get(), key, made);
                }
                written = ArmNames.parent(written.get());
            }
        }
        made.values().forEach(standIn -> {
            candidates.add(standIn);
            leftOut.removeIf(type -> ArmNames.key(type.armType()).equals(standIn.key)
                    && type.apiVersion().equals(standIn.published.version()));
            writable.put(standIn.key, GROUP);
            fixed.add(standIn.key);
        });
    }

    private void standIn(Candidate below, String written, String key, Map<String, Candidate> made) {
        boolean reserved = ArmNames.segments(key).stream().anyMatch(RESERVED::contains);
        if (reserved || depth(key) == 1) {
            hopeless.put(key, "there is no type " + written + " for it to be nested in");
            return;
        }
        made.putIfAbsent(
                key + "@" + below.published.version(),
                new Candidate(below.source, new Published(written, below.published.version(), -1, GROUP), key));
    }

    // -- one --------------------------------------------------------------------------------------------------------

    private void convert(Candidate candidate) {
        Published published = candidate.published;
        Optional<String> above =
                ArmNames.parent(candidate.key).filter(hopeless::containsKey).map(hopeless::get);
        if (above.isPresent()) {
            leaveOut(published.name(), published.version(), above.get());
            return;
        }
        String armType = names.armType(published.name());
        try {
            types.add(new TypeConversion(candidate.source, published, place(candidate.key, armType)).converted());
        } catch (IllegalArgumentException impossible) {
            hopeless.putIfAbsent(candidate.key, "what it is nested in, " + armType + ", is left out");
            leaveOut(published.name(), published.version(), String.valueOf(impossible.getMessage()));
        }
    }

    private TypePlace place(String key, String armType) {
        Optional<String> parent = ArmNames.parent(armType);
        TypePlace.Kind kind;
        if ((writable.getOrDefault(key, GROUP) & ANYWHERE) != 0) {
            kind = TypePlace.Kind.EXTENSION;
        } else {
            kind = isProxy(key) ? TypePlace.Kind.PROXY : TypePlace.Kind.TRACKED;
        }
        Set<String> nested = new HashSet<>();
        writable.keySet().stream()
                .filter(other -> ArmNames.parent(other).filter(key::equals).isPresent())
                .forEach(other -> nested.add(ArmNames.segments(other).getLast()));
        return new TypePlace(armType, names.typeName(armType), parent.map(names::typeName), kind, depth(key), nested);
    }

    private boolean isProxy(String key) {
        return depth(key) > DEEPEST_TRACKED
                || (fixed.contains(key) && holders.contains(key) && depth(key) > 1)
                || ArmNames.parent(key).filter(this::isProxy).isPresent();
    }

    private void leaveOut(String written, String version, String reason) {
        leftOut.add(new LeftOut(written, version, reason));
    }
}
