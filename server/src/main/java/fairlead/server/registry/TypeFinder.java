package fairlead.server.registry;

import fairlead.schema.TypeName;
import fairlead.server.problem.ProblemException;
import fairlead.server.registry.ParameterRules.Kind;
import fairlead.server.registry.query.CommonErrors;
import fairlead.server.registry.query.QueryCall;
import fairlead.server.registry.query.QueryParameters;
import fairlead.server.type.DeregisteredVersion;
import fairlead.server.type.NearTypes;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import java.util.Optional;

/// Finds the type that a call names, by `Arn` or by `Type` and `TypeName`.
final class TypeFinder {

    private final Owners owners;

    TypeFinder(Owners owners) {
        this.owners = owners;
    }

    /// What a call names: a type, and perhaps a version of it.
    record Named(TypeName name, Optional<Integer> version) {}

    /// What a call names. Verifies the parameters that were read before, too.
    Named named(QueryCall call) {
        return named(call, "Arn", "VersionId");
    }

    /// @param arn the parameter that may hold an ARN
    /// @param version the parameter that may name a version beside a type's name
    Named named(QueryCall call, String arn, String version) {
        QueryParameters parameters = call.parameters();
        Optional<String> text = parameters.text(arn, ParameterRules.TYPE_ARN);
        Optional<Kind> kind = parameters.word("Type", Kind.class);
        Optional<String> name = parameters.text("TypeName", ParameterRules.TYPE_NAME);
        Optional<String> number = parameters.text(version, ParameterRules.VERSION_ID);
        parameters.verify();
        if (text.isPresent()) {
            TypeArn meant = arn(call, text.get());
            requireNoOther(arn, meant, kind, name);
            Optional<Integer> asked = number.map(id -> versionNumber(id, meant.name()));
            if (asked.isPresent() && meant.version().isPresent() && !asked.equals(meant.version())) {
                throw CommonErrors.invalid(arn + " and " + version + " name different versions");
            }
            return new Named(meant.name(), meant.version().or(() -> asked));
        }
        if (name.isEmpty() || kind.isEmpty()) {
            throw CommonErrors.invalid("Either " + arn + ", or both Type and TypeName have to be specified");
        }
        TypeName type = typeName(kind.get(), name.get());
        return new Named(type, number.map(id -> versionNumber(id, type)));
    }

    /// Refuses a name or a kind beside an ARN that is not that of the ARN.
    ///
    /// @param member the one that holds the ARN
    static void requireNoOther(String member, TypeArn arn, Optional<Kind> kind, Optional<String> name) {
        boolean otherName =
                name.filter(other -> !other.equals(arn.name().toString())).isPresent();
        if (otherName || kind.filter(other -> other != Kind.RESOURCE).isPresent()) {
            throw CommonErrors.invalid(member + " and " + (otherName ? "TypeName" : "Type") + " name different types");
        }
    }

    /// The type's name; a problem if it is the name of what this registry has none of.
    static TypeName typeName(Kind kind, String name) {
        if (kind != Kind.RESOURCE || name.endsWith("::MODULE")) {
            throw RegistryProblems.noSuchType(name);
        }
        return TypeName.parse(name);
    }

    /// The ARN in the text; a problem if it is none, or of another account.
    static TypeArn arn(QueryCall call, String text) {
        TypeArn arn = TypeArn.parse(text).orElseThrow(() -> RegistryProblems.refused("TypeName is invalid"));
        boolean own = arn.account().isEmpty()
                || arn.account().equals(call.signed().account().number());
        if (!own) {
            throw RegistryProblems.noSuchType(text);
        }
        return arn;
    }

    private static int versionNumber(String id, TypeName type) {
        if (!id.matches("[0-9]{8}")) {
            throw RegistryProblems.noSuchType(type + " of version " + id);
        }
        return Integer.parseInt(id);
    }

    /// The type, if it is offered to the caller.
    Optional<RegisteredType> find(QueryCall call, TypeName name) {
        return owners.find(call, name);
    }

    RegisteredType require(QueryCall call, TypeName name) {
        return find(call, name).orElseThrow(() -> notFound(call, new Named(name, Optional.empty())));
    }

    /// The problem that what was named is not there. Where that is the type, it has the name that is close, if the
    /// caller may see that one.
    ProblemException notFound(QueryCall call, Named named) {
        String hint = find(call, named.name()).isPresent()
                ? ""
                : new NearTypes(owners.all(call)).hint(named.name().toString());
        return RegistryProblems.noSuchType(told(named), hint);
    }

    /// The version that was named, or the default one; empty if it was taken away.
    Optional<TypeVersion> version(QueryCall call, Named named) {
        return find(call, named.name())
                .flatMap(type -> named.version().map(type::version).orElseGet(() -> Optional.of(type.current())));
    }

    TypeVersion requireVersion(QueryCall call, Named named) {
        return version(call, named).orElseThrow(() -> notFound(call, named));
    }

    /// The version that was named and taken away.
    Optional<DeregisteredVersion> deregistered(QueryCall call, Named named) {
        return owners.deregistered(call, named.name()).stream()
                .filter(version -> named.version().equals(Optional.of(version.version())))
                .findFirst();
    }

    private static String told(Named named) {
        return named.name() + named.version().map("/%08d"::formatted).orElse("");
    }
}
