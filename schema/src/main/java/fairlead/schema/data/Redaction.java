package fairlead.schema.data;

import fairlead.schema.draft07.Shown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// Takes values out of texts that others write, such as what a handler prints and why it fails: write-only ones,
/// ones of sensitive classes. Only exact occurrences are found.
public final class Redaction {

    /// Leaves every text as it is.
    public static final Redaction NONE = new Redaction(List.of(), false);

    /// Leaves nothing of a text: for texts that may contain values which are not known here.
    public static final Redaction ALL = new Redaction(List.of(), true);

    private static final String REDACTED = "[redacted]";

    /// Shorter texts are too often part of something else.
    private static final int SHORTEST = 4;

    private final List<String> secrets;
    private final boolean all;

    private Redaction(List<String> secrets, boolean all) {
        this.secrets = secrets;
        this.all = all;
    }

    /// Of all texts in those documents, each line of them, how they are written in JSON, and how messages cut that.
    public static Redaction of(List<? extends JsonNode> documents) {
        Set<String> secrets = new TreeSet<>();
        documents.forEach(document -> collect(document, secrets));
        return of(secrets);
    }

    private static Redaction of(Set<String> secrets) {
        List<String> longestFirst = new ArrayList<>(secrets);
        longestFirst.sort(Comparator.comparingInt(String::length).reversed());
        return longestFirst.isEmpty() ? NONE : new Redaction(longestFirst, false);
    }

    /// Takes out what either takes out.
    public Redaction and(Redaction other) {
        if (all || other.isNothing()) {
            return this;
        }
        if (isNothing() || other.all) {
            return other;
        }
        Set<String> both = new TreeSet<>(secrets);
        both.addAll(other.secrets);
        return of(both);
    }

    /// Whether every text stays as it is.
    public boolean isNothing() {
        return secrets.isEmpty() && !all;
    }

    /// Whether nothing is left of any text.
    public boolean isAll() {
        return all;
    }

    /// The text without those values.
    public String apply(String text) {
        if (all) {
            return REDACTED;
        }
        String redacted = text;
        for (String secret : secrets) {
            redacted = redacted.replace(secret, REDACTED);
        }
        return redacted;
    }

    private static void collect(JsonNode node, Set<String> secrets) {
        if (node.isContainer()) {
            node.values().forEach(child -> collect(child, secrets));
        } else if (node.isString()) {
            String json = node.toString();
            add(node.stringValue(), secrets);
            add(json.substring(1, json.length() - 1), secrets);
            add(Shown.shortened(json).substring(1), secrets);
            node.stringValue().lines().forEach(line -> add(line.strip(), secrets));
        } else if (node.isNumber()) {
            add(node.asString(), secrets);
        }
    }

    private static void add(String secret, Set<String> secrets) {
        if (secret.length() >= SHORTEST) {
            secrets.add(secret);
        }
    }
}
