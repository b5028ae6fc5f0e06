package fairlead.server.type.definition;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How drift of a type's resources is looked for.
///
/// @param interval how often each is looked at; none leaves that to the server, and [Duration#ZERO] is never
/// @param policy what happens to a resource that has none of its own
public record DriftSettings(Optional<Duration> interval, DriftPolicy policy) {

    /// Never on a schedule.
    public static final String OFF = "off";

    private static final Pattern TIME = Pattern.compile("([1-9][0-9]{0,5})([smhd])");

    private static final Map<String, Duration> UNITS = Map.of(
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1));

    static DriftSettings read(RegistrationReader reader) {
        Optional<RegistrationReader> drift = reader.object("drift").map(object -> reader.within("drift", object));
        drift.ifPresent(settings -> settings.refuseUnknownKeys(List.of("interval", "policy")));
        return new DriftSettings(
                drift.flatMap(settings -> settings.text("interval", DriftSettings::interval)),
                drift.flatMap(settings -> settings.text("policy", text -> Action.word(DriftPolicy.values(), text)))
                        .orElse(DriftPolicy.OBSERVE));
    }

    /// How often: `30s`, `15m`, `6h`, `1d`, or `off`. Throws [IllegalArgumentException] for anything else.
    public static Duration interval(String text) {
        Matcher time = TIME.matcher(text);
        if (time.matches()) {
            return UNITS.getOrDefault(time.group(2), Duration.ZERO).multipliedBy(Long.parseLong(time.group(1)));
        }
        if (text.equals(OFF)) {
            return Duration.ZERO;
        }
        throw new IllegalArgumentException("expected a time such as 30s, 15m, 6h or 1d, or off, found '" + text + "'");
    }
}
