package fairlead.server.resource.secret;

import fairlead.schema.data.DataClass;
import fairlead.server.access.Action;
import fairlead.server.access.Caller;
import fairlead.server.access.Plane;
import fairlead.server.database.Database;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.ChangeRecorder;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.secret.GeneratedSecrets.Generated;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import fairlead.server.type.definition.ArmType;
import java.time.Instant;
import java.util.Optional;

/// Hands secrets that handlers have made to those who ask for them: who may is decided by the surface that calls this,
/// and that it was done is in the audit trail, before the answer.
public final class SecretReads {

    /// The action of it, on the data plane.
    public static final String ACTION = "listSecrets";

    private static final String DEED = "ListSecrets";

    private final Database database;
    private final Types types;
    private final GeneratedSecrets secrets;
    private final ChangeRecorder recorder;

    public SecretReads(Database database, Types types, GeneratedSecrets secrets, ChangeRecorder recorder) {
        this.database = database;
        this.types = types;
        this.secrets = secrets;
        this.recorder = recorder;
    }

    /// Whether handlers of the type make secrets.
    private static boolean hasSecrets(TypeVersion type) {
        return !type.registration().data().of(DataClass.SECRET).isEmpty();
    }

    /// What a caller has to be allowed, at the resource; empty if its handler makes none.
    public Optional<Action> action(Resource resource) {
        return Optional.of(types.version(resource.typeName(), resource.typeVersion()))
                .filter(SecretReads::hasSecrets)
                .map(type -> action(type.armType()));
    }

    /// As [#action(Resource)], of resources of a type.
    public static Action action(ArmType type) {
        return Action.called(ACTION, type.toString()).on(Plane.DATA);
    }

    /// Whether [#ACTION] gives them. An action that a type itself declares under that name comes first.
    public static boolean givesSecrets(TypeVersion type) {
        return hasSecrets(type) && type.registration().action(ACTION).isEmpty();
    }

    /// The secrets of a resource; without any if its handler has told none.
    public Generated read(Caller caller, Resource resource) {
        return database.write(transaction -> {
            recorder.announceReading(transaction, caller, DEED, resource);
            return secrets.find(transaction, resource.uid())
                    .orElseGet(() -> new Generated(Documents.empty(), 0, Instant.EPOCH));
        });
    }

    /// As [#read]; a problem if there are none.
    public Generated require(Caller caller, Resource resource) {
        Generated found = read(caller, resource);
        if (found.values().isEmpty()) {
            throw new ProblemException(new Problem.NotFound(
                    ProblemCode.RESOURCE_NOT_FOUND, "The resource '" + resource.id() + "' has no secrets."));
        }
        return found;
    }
}
