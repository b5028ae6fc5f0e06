package fairlead.server.type.hook;

import fairlead.handler.HandlerException;
import fairlead.lambda.HookCall;
import fairlead.lambda.HookFunction;
import fairlead.lambda.HookFunction.Reply;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Asks hooks about one change, and follows those that ask to be called again until the time is up. Used by one thread.
///
/// A hook that can't be called, that does not answer or whose answer can't be understood has not passed: what that
/// means for the change is said by its configuration.
public final class HookInterview {

    private final HookTypes types;
    private final HookLimits limits;
    private final Pause pause;
    private final LongSupplier nanos;
    private final long end;

    /// Waits between calls.
    public interface Pause {
        void take(Duration length) throws InterruptedException;
    }

    /// Begins one.
    ///
    /// @param nanos time that goes on evenly
    public HookInterview(HookTypes types, HookLimits limits, Pause pause, LongSupplier nanos) {
        this.types = types;
        this.limits = limits;
        this.pause = pause;
        this.nanos = nanos;
        end = nanos.getAsLong() + limits.all().toNanos();
    }

    /// Asks a hook, until it has said yes or no.
    public HookVerdict ask(ActiveHook hook, HookCall call) {
        try {
            HookFunction function = types.function(hook.name(), hook.version());
            return asked(function, call);
        } catch (HandlerException broken) {
            return failed(String.valueOf(broken.getMessage()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return failed("The call was given up.");
        } catch (IllegalStateException damaged) {
            return failed("Its package is damaged: " + damaged.getMessage() + ".");
        }
    }

    private HookVerdict asked(HookFunction function, HookCall call) throws InterruptedException {
        Optional<String> context = Optional.empty();
        for (int invocation = 1; ; invocation++) {
            Duration left = left();
            if (!left.isPositive()) {
                return late();
            }
            Duration limit = left.compareTo(limits.call()) < 0 ? left : limits.call();
            switch (function.ask(call, invocation, context, limit)) {
                case Reply.Passed(var message) -> {
                    return new HookVerdict(HookVerdict.Status.HOOK_COMPLETE_SUCCEEDED, message);
                }
                case Reply.Refused(var code, var message) -> {
                    return new HookVerdict(HookVerdict.Status.HOOK_COMPLETE_FAILED, told(code, message));
                }
                case Reply.Broken(var message) -> {
                    return failed(message);
                }
                case Reply.Later(var delay, var next) -> {
                    if (delay.compareTo(left()) >= 0) {
                        return late();
                    }
                    pause.take(delay);
                    context = Optional.of(next);
                }
            }
        }
    }

    private Duration left() {
        return Duration.ofNanos(end - nanos.getAsLong());
    }

    private HookVerdict late() {
        return failed("It has not come to an end within " + limits.all().toSeconds() + " s.");
    }

    private static String told(String code, String message) {
        return message.isEmpty() ? "It gave no reason" + (code.isEmpty() ? "." : " but " + code + ".") : message;
    }

    private static HookVerdict failed(String message) {
        return new HookVerdict(HookVerdict.Status.HOOK_FAILED, message);
    }
}
