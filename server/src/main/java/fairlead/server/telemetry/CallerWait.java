package fairlead.server.telemetry;

/// Whether a caller waits for what a thread is at work on. Used by that thread, and by one that may interrupt it.
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

    /// Whether no caller waits any longer, and nothing was changed.
    boolean isOver();

    /// From now on the work has to be finished even if no caller waits, since it changes something.
    void changes();
}
