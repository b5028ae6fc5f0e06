package fairlead.server.telemetry;

/// Something that takes time, while it does. Its own thread alone uses it.
public interface Span {

    /// A span that is not recorded.
    Span NONE = new Span() {
        @Override
        public Origin within(Origin origin) {
            return origin;
        }

        @Override
        public void note(String key, String value) {}

        @Override
        public void note(String key, long value) {}

        @Override
        public void fail(String code) {}

        @Override
        public void end() {}
    };

    /// The origin of what happens within it: the same ids, and this span as the parent of further ones.
    Origin within(Origin origin);

    /// Something to know about it; never a value from a resource.
    void note(String key, String value);

    void note(String key, long value);

    /// It came to nothing. A code, not a message: messages may quote what they are about.
    void fail(String code);

    void end();
}
