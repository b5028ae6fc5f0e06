package fairlead.schema.draft07;

import java.util.regex.Pattern;

/// How many characters the patterns of one validation may look at, so that a catastrophic one can't hang the
/// process.
///
/// Counting steps rather than time gives the same answer on every machine.
final class Budget {

    private static final int FOR_ONE_PATTERN = 1_000_000;
    private static final int FOR_EACH_CHARACTER = 20;
    private static final long FOR_ALL_PATTERNS = 10_000_000;

    private long left = FOR_ALL_PATTERNS;

    enum Answer {
        FOUND,
        NOT_FOUND,
        GAVE_UP
    }

    /// Whether the pattern occurs in the text. `java.util.regex` recurses, so a text can also be too long for the
    /// stack: that is giving up, too.
    Answer find(Pattern pattern, String text) {
        Metered metered =
                new Metered(text, Math.min(left, FOR_ONE_PATTERN + (long) FOR_EACH_CHARACTER * text.length()));
        try {
            return pattern.matcher(metered).find() ? Answer.FOUND : Answer.NOT_FOUND;
        } catch (Exhausted | StackOverflowError e) {
            return Answer.GAVE_UP;
        } finally {
            left -= metered.used();
        }
    }

    /// The same of a text that is known to be decided in few steps.
    static Answer findUncounted(Pattern pattern, String text) {
        try {
            return pattern.matcher(text).find() ? Answer.FOUND : Answer.NOT_FOUND;
        } catch (StackOverflowError e) {
            return Answer.GAVE_UP;
        }
    }

    private static final class Metered implements CharSequence {

        private final String text;
        private final long limit;
        private long used;

        Metered(String text, long limit) {
            this.text = text;
            this.limit = limit;
        }

        long used() {
            return used;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (used++ >= limit) {
                throw new Exhausted();
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static final class Exhausted extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Exhausted() {
            super("", null, false, false);
        }
    }
}
