package fairlead.server.resource;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.handler.Tags;
import fairlead.schema.HandlerKind;
import fairlead.server.database.Database;
import fairlead.server.operation.Change;
import fairlead.server.operation.Failure;
import fairlead.server.resource.HandlerCalls.Answer;
import fairlead.server.resource.LeftBehindStore.Thing;
import fairlead.server.resource.ResourceTask.Work;
import fairlead.server.secret.Vault;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/// Things that replacements could not take away. No resource has them any more, so they are kept here, and their
/// deletion is tried again, less and less often.
///
/// One whose create never told an identifier is created again with its token, which tells it. One that somebody has
/// taken under management since is theirs.
public final class LeftBehind {

    private static final Logger LOG = LoggerFactory.getLogger(LeftBehind.class);
    private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
    private static final Duration LONGEST_PAUSE = Duration.ofHours(6);
    private static final int AT_ONCE = 20;

    private final LeftBehindStore store = new LeftBehindStore();
    private final ResourceStore resources;
    private final HandlerCalls calls = new HandlerCalls();
    private final Database database;
    private final Types types;
    private final Vault vault;
    private final Clock clock;

    public LeftBehind(Database database, Types types, Vault vault, Clock clock) {
        resources = new ResourceStore(types.sealing());
        this.database = database;
        this.types = types;
        this.vault = vault;
        this.clock = clock;
    }

    // -- leaving
    // --------------------------------------------------------------------------------------------------------

    /// @param why it could not be deleted
    Change left(Work work, String identifier, Failure why) {
        Thing thing = thing(work, Optional.of(identifier), new byte[0]);
        String reason = Discretion.about(work, vault).told(why).message();
        return transaction -> {
            store.add(transaction, thing, due(0));
            LOG.warn("{} '{}' of {} is left behind: {}", thing.type(), identifier, thing.id(), reason);
        };
    }

    /// What a create with the operation's token may have made.
    Change doubtful(Work work, ObjectNode desired) {
        byte[] sealed = vault.seal(Documents.bytes(desired), key(work));
        return transaction -> store.add(transaction, thing(work, Optional.empty(), sealed), due(0));
    }

    private static String key(Work work) {
        return work.operation().id() + "/" + work.memory().phase();
    }

    private static Thing thing(Work work, Optional<String> identifier, byte[] desired) {
        Resource resource = work.resource();
        return new Thing(
                key(work),
                work.operation().id(),
                resource.id(),
                resource.location(),
                resource.typeName(),
                resource.typeVersion(),
                identifier,
                desired,
                0);
    }

    private Instant due(int attempts) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(attempts, 20));
        return clock.instant().plus(pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE);
    }

    // -- sweeping
    // -------------------------------------------------------------------------------------------------------

    /// Tries to delete what is due: how many are gone.
    public int sweep() {
        List<Thing> due = database.read(transaction -> store.due(transaction, clock.instant(), AT_ONCE));
        int gone = 0;
        for (Thing thing : due) {
            boolean ours = database.write(transaction -> store.claim(transaction, thing, due(thing.attempts() + 1)));
            if (ours && isGone(thing)) {
                database.write(transaction -> store.forget(transaction, thing));
                LOG.info(
                        "{} {} that was left behind is gone",
                        thing.type(),
                        thing.identifier().orElse(""));
                gone++;
            }
        }
        return gone;
    }

    private boolean isGone(Thing thing) {
        TypeVersion type = types.version(thing.type(), thing.typeVersion());
        Optional<String> identifier = thing.identifier().or(() -> identified(thing, type));
        if (identifier.isEmpty()) {
            return false;
        }
        boolean owned = database.read(transaction -> resources.findByIdentifier(
                        transaction, thing.id().subscription(), thing.location(), thing.type(), identifier.get()))
                .isPresent();
        return owned || deleted(thing, type, identifier.get());
    }

    /// What the create has made; a create that is refused has made nothing, and then there is nothing left to delete.
    private Optional<String> identified(Thing thing, TypeVersion type) {
        ObjectNode desired = Documents.object(vault.open(thing.desired(), thing.key()));
        Answer answer =
                call(thing, type, HandlerKind.CREATE, () -> type.handler().create(Create.of(desired), context(thing)));
        if (!(answer instanceof Answer.Progressed(var progress, var thrown)) || thrown) {
            return Optional.empty();
        }
        return switch (progress) {
            case Progress.Done(var model) -> told(thing, type.schema().identifier(model));
            case Progress.Again again -> told(thing, type.schema().identifier(again.properties()));
            case Progress.Failed(var code, var _) -> {
                if (!code.retryable() && code != ErrorCode.HANDLER_INTERNAL_FAILURE) {
                    database.write(transaction -> store.forget(transaction, thing));
                }
                yield Optional.empty();
            }
            case Progress.Gone() -> Optional.empty();
        };
    }

    private Optional<String> told(Thing thing, Optional<String> identifier) {
        identifier.ifPresent(name -> database.write(transaction -> store.identify(transaction, thing, name)));
        return identifier;
    }

    private boolean deleted(Thing thing, TypeVersion type, String identifier) {
        ObjectNode model = type.schema().parseIdentifier(identifier);
        Answer answer = call(
                thing,
                type,
                HandlerKind.DELETE,
                () -> type.handler().delete(new fairlead.handler.Delete(model, Optional.empty()), context(thing)));
        return answer instanceof Answer.Progressed(var progress, var _)
                && (progress instanceof Progress.Gone
                        || (progress instanceof Progress.Failed(var code, var _) && code == ErrorCode.NOT_FOUND));
    }

    private Answer call(Thing thing, TypeVersion type, HandlerKind kind, Supplier<Progress> handler) {
        return calls.call(new HandlerCalls.Target(thing.operation(), type.name(), kind), HandlerCalls.CHANGE, handler);
    }

    private Context context(Thing thing) {
        return new Context(
                thing.type().toString(),
                thing.id().subscription(),
                thing.location(),
                thing.id().name(),
                Tags.NONE,
                thing.operation().toString(),
                thing.attempts() + 1,
                clock.instant().plus(HandlerCalls.CHANGE),
                types.configuration(thing.type()),
                clock,
                HandlerCalls.trace());
    }
}
