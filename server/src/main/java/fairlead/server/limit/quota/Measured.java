package fairlead.server.limit.quota;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What has quotas besides resources. It is no record of a resource, so it is measured where it is changed.
public enum Measured {
    /// Of the whole server: webhooks belong to no subscription.
    WEBHOOKS("webhooks", "Webhooks", "Count"),
    /// Types of resources and hooks that are registered.
    TYPES("types", "Types", "Count"),
    /// Their versions.
    TYPE_VERSIONS("type-versions", "Versions of types", "Count"),
    /// What is uploaded by S3, whole or in parts.
    PACKAGE_BYTES("package-bytes", "Bytes of uploaded packages", "Bytes");

    /// No name of a type begins so.
    private static final String MARK = "#";

    private final String word;
    private final String title;
    private final String unit;

    Measured(String word, String title, String unit) {
        this.word = word;
        this.title = title;
        this.unit = unit;
    }

    /// As quotas are called in addresses.
    public String word() {
        return word;
    }

    /// For people.
    public String title() {
        return title;
    }

    /// In which numbers are, as Azure and AWS say it.
    public String unit() {
        return unit;
    }

    /// Whether it can belong to a subscription.
    public boolean isOfSubscriptions() {
        return this != WEBHOOKS;
    }

    /// What is called so; empty if nothing is.
    public static Optional<Measured> called(String word) {
        return Arrays.stream(values())
                .filter(one -> one.word.equals(word.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /// The quota on it.
    ///
    /// @param subscription in lower case; empty for the whole server
    public Quota quota(String subscription, long most) {
        return new Quota(subscription, MARK + word, "", false, most);
    }

    /// What a quota is on; empty if it is on resources.
    static Optional<Measured> of(Quota quota) {
        return quota.typeName().startsWith(MARK) ? called(quota.typeName().substring(MARK.length())) : Optional.empty();
    }
}
