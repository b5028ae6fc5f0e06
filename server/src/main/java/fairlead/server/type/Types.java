package fairlead.server.type;

import fairlead.handler.ResourceType;
import fairlead.schema.Finding;
import fairlead.schema.HandlerKind;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import fairlead.schema.TypeName;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The types that are served. Reads are in memory and never wait.
public final class Types {

    private final Clock clock;
    private volatile Map<String, RegisteredType> byName = Map.of();
    private volatile Map<String, RegisteredType> byArmType = Map.of();

    public Types(Clock clock) {
        this.clock = clock;
    }

    /// Serves types that come with the program. A parent comes before what is nested under it.
    public synchronized void ship(List<ResourceType> shipped) {
        for (ResourceType type : shipped) {
            add(shippedVersion(type));
        }
    }

    public Collection<RegisteredType> all() {
        return byName.values();
    }

    public Optional<RegisteredType> find(TypeName name) {
        return Optional.ofNullable(byName.get(name.toString()));
    }

    /// The type of that ARM name, in any case.
    public Optional<RegisteredType> find(ArmType armType) {
        return Optional.ofNullable(byArmType.get(armType.key()));
    }

    /// The type whose [ArmType#key()] that is.
    public Optional<RegisteredType> findArmType(String key) {
        return Optional.ofNullable(byArmType.get(key));
    }

    /// The version that a resource was made with; a bug or a removed type if it is missing.
    public TypeVersion version(TypeName name, int version) {
        return find(name)
                .flatMap(type -> type.version(version))
                .orElseThrow(() -> new IllegalStateException(name + " has no version " + version));
    }

    /// What the operator has set for the type, as its handlers see it.
    public ObjectNode configuration(TypeName name) {
        return JsonNodeFactory.instance.objectNode();
    }

    private void add(TypeVersion version) {
        Map<String, RegisteredType> names = new TreeMap<>(byName);
        List<TypeVersion> versions = new ArrayList<>();
        RegisteredType before = names.get(version.name().toString());
        if (before != null) {
            versions.addAll(before.versions());
        }
        versions.add(version);
        names.put(version.name().toString(), new RegisteredType(version.name(), version.version(), versions));
        Map<String, RegisteredType> armTypes = new TreeMap<>();
        names.values().forEach(type -> armTypes.put(type.current().armType().key(), type));
        byName = names;
        byArmType = armTypes;
    }

    private TypeVersion shippedVersion(ResourceType type) {
        ResourceSchema schema = schema(type.schema());
        Registration registration = Registration.parse(type.registration());
        String apiVersion = registration.apiVersion().orElseThrow();
        return new TypeVersion(
                schema.typeName(),
                1,
                apiVersion,
                armType(schema, registration),
                registration,
                schema,
                type.handler().get(),
                TypeVersion.Source.SHIPPED,
                digest(type),
                clock.instant());
    }

    private ArmType armType(ResourceSchema schema, Registration registration) {
        if (registration.armType().isPresent()) {
            return registration.armType().get();
        }
        Optional<ArmType> parent = registration
                .parent()
                .flatMap(this::find)
                .map(type -> type.current().armType());
        return parent.map(type -> type.nested(schema.typeName())).orElseGet(() -> ArmType.of(schema.typeName()));
    }

    private static ResourceSchema schema(ObjectNode document) {
        return switch (ResourceSchema.load(document)) {
            case Loaded.Valid(var schema, _) -> {
                requireHandlers(schema);
                yield schema;
            }
            case Loaded.Invalid(var findings) ->
                throw new ProblemException(new Problem.InvalidBody(
                        findings.stream().map(Types::detail).toList()));
        };
    }

    private static void requireHandlers(ResourceSchema schema) {
        for (HandlerKind kind : List.of(HandlerKind.CREATE, HandlerKind.READ, HandlerKind.DELETE)) {
            if (!schema.handlers().contains(kind)) {
                throw new ProblemException(Problem.InvalidBody.of(
                        "registration.handler-missing", "the schema declares no " + kind + " handler", "/handlers"));
            }
        }
    }

    private static Problem.Detail detail(Finding finding) {
        return new Problem.Detail(finding.id(), finding.message(), finding.pointer());
    }

    private static String digest(ResourceType type) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            sha256.update(type.schema().toString().getBytes(StandardCharsets.UTF_8));
            sha256.update(type.registration().toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sha256.digest());
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
