package fairlead.cloudformation.parameter;

/// Where values are kept that a template names and does not have: parameter stores and secret stores.
public interface ValueSource {

    /// Which store a template means.
    enum Store {
        SSM("ssm"),
        SSM_SECURE("ssm-secure"),
        SECRETS_MANAGER("secretsmanager");

        private final String wireName;

        Store(String wireName) {
            this.wireName = wireName;
        }

        /// As dynamic references write it.
        public String wireName() {
            return wireName;
        }
    }

    /// What a store answers.
    sealed interface Answer {

        /// The value.
        record Found(String value) implements Answer {}

        /// The store has no such value.
        record Missing() implements Answer {}

        /// The server has no such store.
        record Unavailable() implements Answer {}
    }

    /// @param key all that stands behind the name of the store: `name`, `name:version`,
    ///     `id:SecretString:key:stage:version`
    Answer value(Store store, String key);

    /// Whether the server has such a store.
    boolean has(Store store);

    /// A server without stores.
    static ValueSource none() {
        return NoValues.INSTANCE;
    }
}
