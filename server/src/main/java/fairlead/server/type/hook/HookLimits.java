package fairlead.server.type.hook;

import java.time.Duration;

/// How long hooks may take.
///
/// @param call one call of a handler
/// @param all all calls of all hooks about one change, the pauses between them included
public record HookLimits(Duration call, Duration all) {

    /// Half a minute a call, a minute for all of them.
    public static final HookLimits STANDARD = new HookLimits(Duration.ofSeconds(30), Duration.ofSeconds(60));
}
