package fairlead.server.resource.step;

import fairlead.handler.Create;
import fairlead.handler.ErrorCode;
import fairlead.server.database.Database;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.resource.call.HandlerInvocation;
import fairlead.server.resource.call.HandlerInvoker;
import fairlead.server.resource.call.HandlerRedaction;
import fairlead.server.resource.call.HandlerResult;
import fairlead.server.resource.call.StepContext;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.record.Orphan;
import fairlead.server.resource.record.OrphanStore;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.secret.Vault;
import fairlead.server.time.Backoff;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/// Things that replacements could not take away. No resource has them any more, so they are kept here, and their
/// deletion is tried again, less and less often. [fairlead.server.resource.Orphans] has what callers can do about them.
///
/// One whose create never told an identifier is created again with its token, which tells it. One that somebody has
/// taken under management since is theirs.
public final class OrphanCleanup {

    private static final Logger LOG = LoggerFactory.getLogger(OrphanCleanup.class);
    private static final Backoff BACKOFF = new Backoff(Duration.ofMinutes(1), Duration.ofHours(6));
    private static final int AT_ONCE = 20;

    private final OrphanStore store = new OrphanStore();
    private final ResourceStore resources;
    private final HandlerInvoker handlers;
    private final Database database;
    private final Types types;
    private final Vault vault;
    private final Clock clock;

    public OrphanCleanup(Database database, Types types, Vault vault, HandlerInvoker handlers, Clock clock) {
        this.handlers = handlers;
        resources = new ResourceStore(types.sealing());
        this.database = database;
        this.types = types;
        this.vault = vault;
        this.clock = clock;
    }

    // -- leaving --------------------------------------------------------------------------------------------

    /// @param why it could not be deleted
    Change left(StepContext work, String identifier, Failure why) {
        String reason = why.code().text() + ": "
                + HandlerRedaction.about(work, vault).told(why).message();
        Orphan thing = thing(work, Optional.of(identifier), new byte[0], reason);
        return transaction -> {
            store.add(transaction, thing);
            LOG.warn("{} '{}' of {} is left behind: {}", thing.type(), identifier, thing.id(), reason);
        };
    }

    /// What a create with the operation's token may have made.
    Change doubtful(StepContext work, ObjectNode desired) {
        byte[] sealed = vault.seal(Documents.bytes(desired), name(work));
        Orphan thing = thing(work, Optional.empty(), sealed, "The create that may have made it was never answered.");
        return transaction -> store.add(transaction, thing);
    }

    private static String name(StepContext work) {
        // The name is a key in the store, and what its document is sealed for: it follows the stored word.
        String phase = work.memory().phase().word().toLowerCase(Locale.ROOT).replace('_', '-');
        return work.operation().id() + "." + phase;
    }

    private Orphan thing(StepContext work, Optional<String> identifier, byte[] desired, String reason) {
        Resource resource = work.resource();
        return new Orphan(
                name(work),
                work.operation().id(),
                new Orphan.Thing(
                        resource.id(),
                        resource.location(),
                        resource.typeName(),
                        resource.typeVersion(),
                        identifier,
                        desired),
                new Orphan.Removal(clock.instant(), reason, 0, due(0)));
    }

    private Instant due(int attempts) {
        return clock.instant().plus(BACKOFF.pause(attempts));
    }

    // -- deleting -------------------------------------------------------------------------------------------

    /// What became of it.
    public sealed interface Attempt {

        record Gone() implements Attempt {}

        record Still(String why) implements Attempt {}
    }

    /// Tries to delete what is due: how many are gone.
    public int sweep() {
        List<Orphan> due = database.read(transaction -> store.due(transaction, clock.instant(), AT_ONCE));
        int gone = 0;
        for (Orphan thing : due) {
            if (attempt(thing) instanceof Attempt.Gone) {
                gone++;
            }
        }
        return gone;
    }

    /// Tries to delete it, unless somebody else is doing that.
    public Attempt attempt(Orphan thing) {
        if (!database.write(transaction -> store.claim(transaction, thing, due(thing.attempts() + 1)))) {
            return new Attempt.Still("Its deletion is being tried already.");
        }
        Attempt attempt = tried(thing);
        switch (attempt) {
            case Attempt.Gone() -> {
                database.write(transaction -> store.forget(transaction, thing));
                LOG.info("{} of {} that was left behind is gone", thing.type(), thing.id());
            }
            case Attempt.Still(var why) -> database.write(transaction -> store.note(transaction, thing, why));
        }
        return attempt;
    }

    private Attempt tried(Orphan thing) {
        Optional<TypeVersion> type = types.find(thing.type()).flatMap(known -> known.version(thing.typeVersion()));
        return type.map(known -> tried(thing, known))
                .orElseGet(() -> new Attempt.Still("Its type is no longer registered in this version."));
    }

    private Attempt tried(Orphan thing, TypeVersion type) {
        return switch (whatItIs(thing, type)) {
            case Found.Nothing() -> new Attempt.Gone();
            case Found.Unknown(var why) -> new Attempt.Still(why);
            case Found.Thing(var identifier) ->
                isOwned(thing, identifier) ? new Attempt.Gone() : deleted(thing, type, identifier);
        };
    }

    private boolean isOwned(Orphan thing, String identifier) {
        return database.read(transaction -> resources.findByIdentifier(
                        transaction, thing.id().subscription(), thing.location(), thing.type(), identifier))
                .isPresent();
    }

    /// What there is to delete.
    private sealed interface Found {

        record Thing(String identifier) implements Found {}

        record Nothing() implements Found {}

        record Unknown(String why) implements Found {}
    }

    private Found whatItIs(Orphan thing, TypeVersion type) {
        return thing.identifier().<Found>map(Found.Thing::new).orElseGet(() -> asked(thing, type));
    }

    /// What the create has made; a create that is refused has made nothing. What exists already may be what it has
    /// made, or somebody else's: that is not for a program to decide.
    private Found asked(Orphan thing, TypeVersion type) {
        ObjectNode desired = Documents.object(vault.open(thing.desired(), thing.name()));
        return switch (handlers.create(about(thing, type), Create.of(desired), Optional.empty())) {
            case HandlerResult.Done(var model) -> told(thing, type.schema().identifier(model));
            case HandlerResult.InProgress(var again) ->
                told(thing, type.schema().identifier(again.properties()));
            case HandlerResult.Breached(var _, var identifier) when identifier.isPresent() -> told(thing, identifier);
            case HandlerResult.Failed failed when isRefused(failed) -> new Found.Nothing();
            case HandlerResult.NotDone failed -> new Found.Unknown(said(type, failed));
        };
    }

    private static boolean isRefused(HandlerResult.Failed failed) {
        return !failed.isDoubtful() && failed.code() != ErrorCode.ALREADY_EXISTS;
    }

    private Found told(Orphan thing, Optional<String> identifier) {
        identifier.ifPresent(name -> database.write(transaction -> store.identify(transaction, thing, name)));
        return identifier
                .<Found>map(Found.Thing::new)
                .orElseGet(() -> new Found.Unknown("Its create is under way and has told no identifier yet."));
    }

    private Attempt deleted(Orphan thing, TypeVersion type, String identifier) {
        ObjectNode model = type.schema().parseIdentifier(identifier);
        var request = new fairlead.handler.Delete(model, Optional.empty());
        return switch (handlers.delete(about(thing, type), request)) {
            case HandlerResult.Gone(), HandlerResult.Absent _ -> new Attempt.Gone();
            case HandlerResult.InProgress _ -> new Attempt.Still("Its deletion is under way.");
            case HandlerResult.NotDone failed -> new Attempt.Still(said(type, failed));
        };
    }

    /// What the handler says may have values in it that are for callers alone, and that nobody here knows any more.
    private static String said(TypeVersion type, HandlerResult.NotDone failed) {
        boolean holdsBack = type.registration().data().isSensitive()
                || !type.schema().writeOnly().isEmpty();
        Failure failure = failed.failure();
        return holdsBack ? failure.code().text() : failure.code().text() + ": " + failure.message();
    }

    private HandlerInvocation about(Orphan thing, TypeVersion type) {
        return HandlerInvocation.of(
                type,
                thing.operation(),
                context -> context.in(thing.id().subscription(), thing.location())
                        .name(thing.id().name())
                        .attempt(thing.attempts() + 1));
    }
}
