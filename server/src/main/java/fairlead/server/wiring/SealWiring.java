package fairlead.server.wiring;

import fairlead.server.access.AuditTrail;
import fairlead.server.admin.AdminSurface;
import fairlead.server.admin.SealRoutes;
import fairlead.server.database.Database;
import fairlead.server.database.Dialect;
import fairlead.server.options.Options;
import fairlead.server.options.SealKey;
import fairlead.server.options.Storage;
import fairlead.server.secret.KeyCommand;
import fairlead.server.secret.KeyFile;
import fairlead.server.secret.KeyRing;
import fairlead.server.secret.KeyRotation;
import fairlead.server.secret.KeyRow;
import fairlead.server.secret.KeySource;
import fairlead.server.secret.Keys;
import fairlead.server.secret.TransitKey;
import fairlead.server.secret.Vault;
import fairlead.server.secret.VaultServer;
import java.time.Clock;
import java.util.Deque;
import java.util.Optional;

/// The keys that seal what is secret: where they come from, and how they are rotated.
record SealWiring(KeyRing keys, Vault vault) {

    /// Read once, unless a key is met that is not known: from here on the keys are in memory only.
    static SealWiring of(Storage storage, Database database, Clock clock) {
        KeyRing keys = new Keys(database, clock).ring(source(storage, database));
        return new SealWiring(keys, new Vault(keys));
    }

    private static KeySource source(Storage storage, Database database) {
        SealKey key = storage.key();
        if (key.command().isPresent()) {
            return new KeyCommand(key.command().get());
        }
        KeySource place = place(storage, database);
        Optional<SealKey.Transit> wrapping = key.transit();
        if (wrapping.isEmpty()) {
            return place;
        }
        SealKey.Transit transit = wrapping.get();
        VaultServer server = new VaultServer(transit.address(), transit.tokenFile());
        return new TransitKey(place, server, transit.mount(), transit.key());
    }

    /// Several nodes that share a database share the key in it, unless they are given one.
    private static KeySource place(Storage storage, Database database) {
        boolean shared = storage.key().file().isEmpty() && database.dialect() == Dialect.POSTGRESQL;
        return shared
                ? new KeyRow(database)
                : new KeyFile(
                        storage.key().file().orElseGet(() -> storage.data().resolve("seal.key")));
    }

    /// What is done with what is secret: both parts begin.
    AdminSurface.Secrets secrets(SurfaceWiring surfaces, Options options, Deque<AutoCloseable> opened) {
        return new AdminSurface.Secrets(
                rotation(surfaces.audit(), surfaces.sources(), opened),
                surfaces.targets(vault, options.storage().delivery(), opened));
    }

    /// What rotates them, which begins to follow.
    private SealRoutes rotation(AuditTrail audit, Sources sources, Deque<AutoCloseable> opened) {
        Clock clock = sources.shared();
        KeyRotation rotation = new KeyRotation(
                        keys,
                        vault,
                        clock,
                        sources.ids().get().toString(),
                        (transaction, fingerprints) -> SealRoutes.record(
                                transaction, audit, clock, ServerCaller.SERVER, "DropSealKeys", fingerprints))
                .begin();
        opened.push(rotation);
        return new SealRoutes(rotation, audit, clock);
    }
}
