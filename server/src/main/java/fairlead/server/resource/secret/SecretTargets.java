package fairlead.server.resource.secret;

import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.record.ChangeRecorder;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.resource.secret.SecretTarget.Kind;
import fairlead.server.resource.secret.SecretTarget.Place;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Says where the secrets of resources are pushed. Who may is decided by the surface that calls this; that it was done
/// is in the audit trail.
public final class SecretTargets {

    /// How many places the secrets of one resource may go to.
    private static final int MOST = 10;

    private final SecretTargetStore store = new SecretTargetStore();
    private final Database database;
    private final ResourceStore resources;
    private final SecretReads reads;
    private final ChangeRecorder recorder;
    private final Clock clock;
    private final Set<Kind> allowed;

    /// @param allowed the kinds of places that the operator lets secrets go to
    public SecretTargets(
            Database database,
            ResourceStore resources,
            SecretReads reads,
            ChangeRecorder recorder,
            Clock clock,
            Set<Kind> allowed) {
        this.database = database;
        this.resources = resources;
        this.reads = reads;
        this.recorder = recorder;
        this.clock = clock;
        this.allowed = Set.copyOf(allowed);
    }

    /// A resource whose handler makes secrets; else a problem.
    private Resource resource(ResourceId id) {
        return database.read(transaction -> resources.find(transaction, id))
                .filter(resource -> reads.action(resource).isPresent())
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.RESOURCE_NOT_FOUND, "There is no resource '" + id + "' that has secrets.")));
    }

    public List<SecretTarget> list(ResourceId id) {
        Resource resource = resource(id);
        return database.read(transaction -> store.list(transaction, resource.uid()));
    }

    /// A problem if there is none of that name.
    public SecretTarget get(ResourceId id, String name) {
        Resource resource = resource(id);
        return database.read(transaction -> store.find(transaction, resource.uid(), name))
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.RESOURCE_NOT_FOUND, "There is no target '" + name + "' of '" + id + "'.")));
    }

    /// Has the secrets pushed there, now and whenever they change. What there is under that name is replaced.
    public SecretTarget put(Caller caller, ResourceId id, String name, Place place, String property) {
        if (!SecretTarget.isName(name)) {
            throw invalid("name", "expected up to 63 letters, digits, '.', '_' and '-', found '" + name + "'", "/name");
        }
        if (!allowed.contains(place.kind())) {
            String option = place.kind() == Kind.FILE ? "--secret-files" : "--secret-vault";
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.SECRET_TARGET_NOT_ALLOWED,
                    "The operator of this server lets no secret go there: it is served without " + option + "."));
        }
        Resource resource = resource(id);
        SecretTarget target = new SecretTarget(
                resource.uid().toString(),
                name,
                resource.id().subscription(),
                place,
                property,
                new SecretTarget.Made(caller.principal().name(), clock.instant()),
                SecretTarget.State.NEW);
        return database.write(transaction -> {
            recorder.announceReading(transaction, caller, "PutSecretTarget", resource);
            List<SecretTarget> present = store.list(transaction, resource.uid());
            if (present.size() >= MOST
                    && present.stream().noneMatch(one -> one.name().equals(name))) {
                throw new ProblemException(new Problem.Conflict(
                        ProblemCode.SECRET_TARGET_NOT_ALLOWED,
                        "The secrets of '" + id + "' go to " + MOST + " places already, which is the most."));
            }
            if (store.isTaken(transaction, target)) {
                throw new ProblemException(new Problem.Conflict(
                        ProblemCode.SECRET_TARGET_NOT_ALLOWED,
                        "Other secrets go to '" + place.path() + "' already: choose another path."));
            }
            store.put(transaction, target);
            return target;
        });
    }

    /// False if there was none. What was pushed stays where it is.
    public boolean delete(Caller caller, ResourceId id, String name) {
        Resource resource = resource(id);
        return database.write(transaction -> {
            Optional<SecretTarget> present = store.find(transaction, resource.uid(), name);
            if (present.isPresent()) {
                recorder.announceReading(transaction, caller, "DeleteSecretTarget", resource);
                store.delete(transaction, resource.uid(), name);
            }
            return present.isPresent();
        });
    }

    /// Of what was asked for.
    public static ProblemException invalid(String id, String message, String pointer) {
        return new ProblemException(Problem.InvalidBody.of("secretTarget." + id, message, pointer));
    }
}
