package fairlead.server.type;

import fairlead.generator.identifier.IdentifierValues;
import fairlead.handler.ResourceHandler;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.TypeName;
import fairlead.schema.text.PlainNames;
import fairlead.server.database.Transaction;
import fairlead.server.type.archive.PassedContract;
import fairlead.server.type.definition.ArmType;
import fairlead.server.type.definition.NameScope;
import fairlead.server.type.definition.Registration;
import fairlead.server.type.definition.ResourceKind;
import fairlead.server.type.definition.SchemaSummary;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// One version of a resource type, ready to serve.
///
/// @param serving asked for anew each time it is needed, and not kept by the caller
/// @param freeNames whether its resources may have any name, once that was asked for
public record TypeVersion(
        Identity identity,
        Registration registration,
        SchemaSummary outline,
        Supplier<Serving> serving,
        FreeNames freeNames,
        Provenance provenance) {

    /// By which it is known.
    ///
    /// @param version 1 for the first
    /// @param apiVersion by which callers ask for it
    public record Identity(TypeName name, int version, String apiVersion, ArmType armType) {}

    /// How it came to be here.
    ///
    /// @param digest of schema, registration and handler: SHA-256 in hex
    /// @param tested that its contract tests passed; empty for one that was registered without, and for shipped
    ///     ones
    public record Provenance(Source source, String digest, Instant registeredAt, Optional<PassedContract> tested) {}

    /// What serves a version: its schema compiled, and its handler.
    public record Serving(ResourceSchema schema, ResourceHandler handler) {}

    public TypeName name() {
        return identity.name();
    }

    public int version() {
        return identity.version();
    }

    public String apiVersion() {
        return identity.apiVersion();
    }

    public ArmType armType() {
        return identity.armType();
    }

    public Source source() {
        return provenance.source();
    }

    public String digest() {
        return provenance.digest();
    }

    public Instant registeredAt() {
        return provenance.registeredAt();
    }

    public Optional<PassedContract> tested() {
        return provenance.tested();
    }

    /// The schema, compiled; of a version that was not used for long, compiled again.
    public ResourceSchema schema() {
        return serving.get().schema();
    }

    public ResourceHandler handler() {
        return serving.get().handler();
    }

    /// Where a type comes from.
    public enum Source {
        SHIPPED,
        REGISTERED
    }

    /// How a resource's address becomes its primary identifier: the properties that the address's names fill in,
    /// one for each name, or none when the handler makes the identifier and the name is only an alias. Where a name
    /// is free, the properties of a new resource say the identifier instead.
    ///
    /// A caller names a resource when every property of its primary identifier may be set: one for a
    /// top-level type, the parent's and then its own for a nested one, and for an extension the id of
    /// what it extends and then its own.
    public List<PropertyPath> namedBy() {
        List<PropertyPath> identifier = outline.primaryIdentifier();
        int names = armType().types().size() + (isExtension() ? 1 : 0);
        boolean chosen = !outline.handlerNames() && identifier.size() == names;
        return chosen ? identifier : List.of();
    }

    /// Whether its resources extend others.
    public boolean isExtension() {
        return registration.kind() == ResourceKind.EXTENSION;
    }

    /// Whether its resources are recorded.
    public boolean recorded() {
        return registration.kind() == ResourceKind.TRACKED;
    }

    public Optional<TypeName> parent() {
        return registration.parent();
    }

    public boolean allowsName(String name) {
        return registration.allowsName(name);
    }

    /// Whether the names of its resources are their group's, and their identifiers composed with it.
    public boolean namesAreOfGroup() {
        return registration.nameScope() == NameScope.GROUP && namedBy().size() == 1;
    }

    /// Whether something new can have the name.
    public boolean isName(String text) {
        return registration.allowsName(text) && PlainNames.flaw(text).isEmpty();
    }

    /// Whether a resource can have any name that is identified so. The identifier is among its properties then.
    public boolean leavesNameFree(String identifier) {
        return recorded()
                && switch (registration.names()) {
                    case FITTING -> !isName(identifier);
                    case IDENTIFIERS -> false;
                    case FREE -> true;
                };
    }

    /// Whether any resource can have a name that is not its identifier, though callers choose the identifier.
    public boolean hasFreeNames() {
        return recorded()
                && switch (registration.names()) {
                    case FITTING ->
                        freeNames.found(
                                () -> IdentifierValues.any(schema(), namedBy().getLast(), this::leavesNameFree));
                    case IDENTIFIERS -> false;
                    case FREE -> true;
                };
    }

    /// Whether this version is still registered, and can't be removed before the transaction has ended.
    public boolean hold(Transaction transaction) {
        return switch (source()) {
            case SHIPPED -> true;
            case REGISTERED -> TypeStore.hold(transaction, this);
        };
    }

    /// The version as protocols write it: `00000001`.
    public String versionId() {
        return "%08d".formatted(version());
    }
}
