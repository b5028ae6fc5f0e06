package fairlead.schema.text;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/// Finds the known word that is closest to a misspelt one.
public final class Spelling {

    /// A word of this many letters may have one that is wrong; one of twice as many, two.
    private static final int LETTERS_FOR_EACH_SLIP = 4;

    /// A longer word is not looked at: words come from strangers.
    private static final int LONGEST = 256;

    private Spelling() {}

    /// The word that is closest, if it is close.
    public static Optional<String> nearest(String word, Collection<String> known) {
        int most = word.length() > LONGEST ? -1 : Math.min(2, word.length() / LETTERS_FOR_EACH_SLIP);
        Optional<String> nearest = Optional.empty();
        for (String candidate : known) {
            if (Math.abs(candidate.length() - word.length()) > most) {
                continue;
            }
            int slips = candidate.equalsIgnoreCase(word) ? 0 : slips(word, candidate);
            if (slips <= most) {
                nearest = Optional.of(candidate);
                most = slips - 1;
            }
        }
        return nearest;
    }

    /// What to add to a message about a word that is not known: a question, or nothing if none is close.
    public static String hint(String word, Collection<String> known) {
        return hint(nearest(word, known));
    }

    /// The same where it is known what was meant.
    public static String hint(Optional<String> meant) {
        return meant.map(word -> "; did you mean '" + word + "'?").orElse("");
    }

    /// How many letters are left out, added, changed or exchanged with the one beside.
    private static int slips(String word, String other) {
        String a = word.toLowerCase(Locale.ROOT);
        String b = other.toLowerCase(Locale.ROOT);
        int[][] slips = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                slips[i][j] = i == 0 || j == 0 ? i + j : slips(a, b, i, j, slips);
            }
        }
        return slips[a.length()][b.length()];
    }

    private static int slips(String a, String b, int i, int j, int[][] slips) {
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int least = Math.min(slips[i - 1][j - 1] + (same ? 0 : 1), Math.min(slips[i - 1][j], slips[i][j - 1]) + 1);
        boolean exchanged = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return exchanged ? Math.min(least, slips[i - 2][j - 2] + 1) : least;
    }
}
