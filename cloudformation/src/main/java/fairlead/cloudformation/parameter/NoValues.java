package fairlead.cloudformation.parameter;

/// A server without stores.
enum NoValues implements ValueSource {
    INSTANCE;

    @Override
    public Answer value(Store store, String key) {
        return new Answer.Unavailable();
    }

    @Override
    public boolean has(Store store) {
        return false;
    }
}
