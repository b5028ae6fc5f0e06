package fairlead.server.telemetry;

/// Whether somebody waits for what a thread is at work on. Used by that thread alone.
public interface CallerWait {

    /// That of work which is done for its own sake.
    CallerWait ENDLESS = new CallerWait() {
        @Override
        public boolean isOver() {
            return false;
        }

        @Override
        public void changes() {
            // It is never given up.
        }
    };

    /// Whether nobody waits any longer, and nothing was changed.
    boolean isOver();

    /// From now on the work has to be finished whoever waits, since it changes something.
    void changes();
}
