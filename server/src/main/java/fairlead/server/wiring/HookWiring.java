package fairlead.server.wiring;

import fairlead.server.access.RefusalTrail;
import fairlead.server.resource.policy.HookGate;
import fairlead.server.secret.Vault;
import fairlead.server.type.Types;
import fairlead.server.type.hook.HookInterview;
import fairlead.server.type.hook.HookLimits;
import fairlead.server.type.hook.HookResults;
import fairlead.server.type.hook.HookTypes;
import java.nio.file.Path;
import java.util.Deque;

/// Hooks: which there are, what asks them, and what they have said.
///
/// @param refusals where it is told what was refused
record HookWiring(HookTypes types, HookResults results, HookGate gate, RefusalTrail refusals) {

    /// @param around where they are stored and recorded, and what was refused
    /// @param home a folder for packages
    static HookWiring of(
            PolicyWiring around, Vault vault, Types types, Sources sources, Path home, Deque<AutoCloseable> opened) {
        HookTypes hooks = new HookTypes(
                        around.database(),
                        types.sealing().quotas(),
                        around.audit(),
                        vault,
                        types.providers(),
                        home,
                        sources.clock())
                .following();
        opened.push(hooks);
        HookResults results = new HookResults(
                around.database(), sources.clock(), () -> !hooks.all().isEmpty());
        HookGate gate = new HookGate.Asking(
                hooks,
                results,
                () -> new HookInterview(hooks, HookLimits.STANDARD, Thread::sleep, System::nanoTime),
                around.refusals()::refused,
                sources.clock(),
                sources.ids());
        return new HookWiring(hooks, results, gate, around.refusals());
    }
}
