package fairlead.server.registry;

import fairlead.schema.TypeName;
import fairlead.server.problem.ProblemException;
import fairlead.server.registry.ParameterRules.Kind;
import fairlead.server.registry.query.CommonErrors;
import fairlead.server.registry.query.QueryCall;
import fairlead.server.registry.query.QueryParameters;
import fairlead.server.registry.query.XmlWriter;
import fairlead.server.type.RegisteredType;
import java.util.Optional;

/// `ActivateType` and `DeactivateType`. Public are the types that ship with the program, and those are always
/// active; there are no publishers.
final class PublicActions {

    private final TypeFinder finder;

    PublicActions(TypeFinder finder) {
        this.finder = finder;
    }

    static ProblemException nothingIsPublished() {
        return RegistryProblems.refused("Nothing is published here: types are registered by who runs this server.");
    }

    void activate(QueryCall call, XmlWriter result) {
        QueryParameters parameters = call.parameters();
        Optional<String> arn = parameters.text("PublicTypeArn", ParameterRules.TYPE_ARN);
        Optional<String> name = parameters.text("TypeName", ParameterRules.TYPE_NAME);
        Optional<String> alias = parameters.text("TypeNameAlias", ParameterRules.TYPE_NAME);
        Optional<Kind> kind = parameters.word("Type", Kind.class);
        parameters.verify();
        if (arn.isEmpty() && name.isEmpty()) {
            throw CommonErrors.invalid("Either PublicTypeArn, or both TypeName and PublisherId have to be specified");
        }
        Optional<TypeArn> named = arn.map(text -> TypeFinder.arn(call, text));
        named.ifPresent(meant -> TypeFinder.requireNoOther("PublicTypeArn", meant, kind, name));
        TypeName type = named.map(TypeArn::name)
                .orElseGet(() -> TypeFinder.typeName(kind.orElse(Kind.RESOURCE), name.orElseThrow()));
        RegisteredType found = finder.require(call, type);
        requirePublic(found);
        if (alias.filter(text -> !text.equals(type.toString())).isPresent()) {
            throw RegistryProblems.refused("A type that ships with the program has no other name.");
        }
        result.text("Arn", TypeActions.arn(call, found).toString());
    }

    void deactivate(QueryCall call) {
        RegisteredType type = finder.require(call, finder.named(call).name());
        requirePublic(type);
        throw RegistryProblems.refused(type.name() + " ships with the program and is always active.");
    }

    private static void requirePublic(RegisteredType type) {
        if (!TypeActions.isShipped(type)) {
            throw RegistryProblems.refused(
                    type.name() + " is a private type. It is active as long as it is registered.");
        }
    }
}
