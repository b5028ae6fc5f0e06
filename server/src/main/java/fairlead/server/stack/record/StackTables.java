package fairlead.server.stack.record;

import fairlead.server.secret.Vault;

/// The tables of stacks.
public record StackTables(
        StackStore stacks,
        NodeStore nodes,
        EventStore events,
        ExportStore exports,
        ChangeSetStore changeSets,
        SignalStore signals,
        CustomStore customs) {
    public static StackTables of(Vault vault) {
        return new StackTables(
                new StackStore(vault),
                new NodeStore(vault),
                new EventStore(),
                new ExportStore(vault),
                new ChangeSetStore(vault),
                new SignalStore(vault),
                new CustomStore(vault));
    }
}
