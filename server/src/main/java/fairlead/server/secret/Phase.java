package fairlead.server.secret;

import java.util.Locale;

/// How far a rotation of the sealing key is. Each phase can be begun again from its start, whatever of it was done.
public enum Phase {
    /// The key is being put into the source.
    ADDING("adding the key to its source"),
    /// The source has the key, and nodes take it from there. None seals with it yet.
    ADDED("waiting until every node has the key"),
    /// Nodes begin to seal with it.
    SWITCHED("waiting until every node seals with the key"),
    /// All seal with it, and rows that an earlier key has sealed are sealed anew.
    RESEALING("resealing"),
    /// No row is left. What was under way when that was found may still have something of before in memory.
    DRAINING("waiting for what was under way"),
    /// No node has to have the earlier keys any more, and they are taken out of the source.
    DROPPING("taking the earlier keys out of their source"),
    DONE("done");

    private final String words;

    Phase(String words) {
        this.words = words;
    }

    /// The name on the wire, `Adding` for example.
    public String word() {
        return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }

    /// For who looks after it.
    public String words() {
        return words;
    }
}
