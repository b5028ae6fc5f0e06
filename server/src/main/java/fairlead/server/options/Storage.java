package fairlead.server.options;

import fairlead.schema.data.DataClass;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// What is kept where, and what of it is sealed.
///
/// @param data the folder of everything that is kept in files
/// @param database a `postgresql://` address instead of a file in that folder
/// @param passwordFile has the password of that address in its first line
/// @param key where the key is that seals secrets
/// @param seal the classes of data that are sealed where they are stored
/// @param auditing what becomes of the audit trail
/// @param delivery where secrets may be pushed to
public record Storage(
        Path data,
        Optional<String> database,
        Optional<Path> passwordFile,
        SealKey key,
        Set<DataClass> seal,
        Auditing auditing,
        SecretPlaces delivery) {

    public Storage {
        seal = Set.copyOf(seal);
    }

    static Supplier<Storage> declare(Flags flags) {
        flags.section("Storage");
        var data = flags.value(
                "--data=DIR", Values::path, ".fairlead", "the folder of the database and of registered types");
        var database = flags.optional(
                "--database=URL",
                Storage::postgresql,
                "postgresql://user:password@host:port/name instead of the database in that folder");
        var passwordFile = flags.optional(
                "--database-password-file=FILE",
                Values::path,
                "its first line is the password for that database, which then need not stand in URL");
        var key = SealKey.declare(flags);
        var seal = flags.optional(
                "--seal=CLASS,...",
                Storage::classes,
                "seal resources with such data: content, account, permissions (none)");
        var delivery = SecretPlaces.declare(flags);
        var auditing = Auditing.declare(flags);
        return () -> new Storage(
                data.get(),
                database.get(),
                passwordFile.get(),
                key.get(),
                seal.get().orElse(Set.of()),
                auditing.get(),
                delivery.get());
    }

    private static String postgresql(String url) {
        if (url.startsWith("postgresql://") || url.startsWith("postgres://")) {
            return url;
        }
        throw new IllegalArgumentException(
                "expected postgresql://..., found '" + url.replaceFirst(":[^:/@]*@", ":...@") + "'");
    }

    private static Set<DataClass> classes(String text) {
        Set<DataClass> classes = EnumSet.noneOf(DataClass.class);
        for (String word : text.split(",", -1)) {
            classes.add(Arrays.stream(DataClass.values())
                    .filter(known -> known.sensitive() && known.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "expected some of content,account,permissions, found '" + word + "'")));
        }
        return classes;
    }
}
