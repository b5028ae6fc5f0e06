package fairlead.server.stack;

import fairlead.server.secret.Vault;

/// The tables of stacks.
record StackTables(StackStore stacks, NodeStore nodes, EventStore events, ExportStore exports) {
    static StackTables of(Vault vault) {
        return new StackTables(new StackStore(vault), new NodeStore(vault), new EventStore(), new ExportStore(vault));
    }
}
