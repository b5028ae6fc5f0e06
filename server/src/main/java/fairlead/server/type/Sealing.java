package fairlead.server.type;

import fairlead.schema.TypeName;
import fairlead.schema.data.DataClass;
import fairlead.server.limit.quota.Quotas;
import fairlead.server.secret.Vault;
import fairlead.server.type.definition.Registration;
import fairlead.server.type.simulated.DocumentSeal;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Says which documents are sealed where they are stored: those about resources of types that have data of certain
/// classes.
///
/// A document is sealed as a whole. Who opens it need not know what its type says of its data, or said when it was
/// written, and need not parse it.
public final class Sealing implements DocumentSeal {

    private final Function<TypeName, Optional<RegisteredType>> types;
    private final Vault vault;
    private final Set<DataClass> classes;
    private final Quotas quotas;

    /// @param types the type of a name as it is served; empty for one that is not known
    /// @param quotas towards which records count
    Sealing(Function<TypeName, Optional<RegisteredType>> types, Vault vault, Set<DataClass> classes, Quotas quotas) {
        this.types = types;
        this.quotas = quotas;
        this.vault = vault;
        this.classes = Set.copyOf(classes);
    }

    /// Towards which a record counts when it is stored: the one store of records has it from here.
    public Quotas quotas() {
        return quotas;
    }

    /// Whether there is anything to seal at all.
    public boolean isOn() {
        return !classes.isEmpty();
    }

    /// Whether documents of the type are sealed: those of all versions, as soon as one has such data.
    public boolean seals(TypeName type) {
        return isOn()
                && types.apply(type).stream()
                        .flatMap(known -> known.versions().stream())
                        .anyMatch(this::seals);
    }

    private boolean seals(TypeVersion version) {
        return seals(version.registration());
    }

    /// Whether documents of a type that is registered so are sealed.
    boolean seals(Registration registration) {
        return registration.data().hasAny(classes);
    }

    /// A document as it is to be stored.
    ///
    /// @param owner what it is about: it can only be opened as the same part of the same
    public byte[] stored(TypeName type, byte[] document, Object owner, String part) {
        return seals(type) ? close(document, owner, part) : document;
    }

    @Override
    public byte[] close(byte[] document, Object owner, String part) {
        return vault.seal(document, owner + " " + part);
    }

    /// A stored document in clear, whether it was sealed or not.
    @Override
    public byte[] open(byte[] stored, Object owner, String part) {
        return Vault.isSealed(stored) ? vault.open(stored, owner + " " + part) : stored;
    }
}
