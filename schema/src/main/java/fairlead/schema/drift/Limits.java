package fairlead.schema.drift;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the transforms of one comparison may cost together: steps, the sizes of what they make, how deep they call,
/// and the characters their patterns look at. Time comes on top, for a step can be slow.
final class Limits {

    private static final int MOST_STEPS = 200_000;
    private static final int DEEPEST = 150;
    private static final long MOST_WORK = 5_000_000;
    private static final int LARGEST = 20_000;
    static final int LONGEST_TEXT = 1_000_000;
    private static final long MOST_CHARACTERS = 50_000_000;
    private static final int CHARACTERS_OF_ONE_WORK = 16;
    private static final long MOST_TIME = TimeUnit.SECONDS.toNanos(3);

    private final long begin = System.nanoTime();
    private int steps;
    private int depth;
    private long work;
    private long characters;

    /// Thrown where a limit is reached.
    static final class Exceeded extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Exceeded(String what) {
            super(what, null, false, false);
        }
    }

    /// Throws it again if it is, or was caused by, a limit that was reached. The library wraps errors, too.
    static void rethrow(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof Exceeded exceeded) {
                throw exceeded;
            }
            if (cause instanceof StackOverflowError) {
                throw new Exceeded("expected a transform that ends, found one that needs too much of the stack");
            }
        }
    }

    void begin() {
        depth = 0;
    }

    void enter() {
        steps++;
        depth++;
        if (depth > DEEPEST) {
            throw new Exceeded("expected a transform that calls at most " + DEEPEST + " deep, found one that goes on");
        }
        if (steps > MOST_STEPS || System.nanoTime() - begin > MOST_TIME) {
            throw new Exceeded("expected transforms that end, found one that takes too long");
        }
    }

    @SuppressWarnings("ReferenceEquality") // What is handed on as it is costs nothing; to compare it would.
    void leave(Object input, Object result) {
        depth--;
        if (result != input) {
            work += size(result, LARGEST);
            if (work > MOST_WORK) {
                throw new Exceeded("expected transforms that end, found one that makes too much");
            }
        }
    }

    /// How large a value is; text counts by its length. A value that holds another twice is as large as two.
    private static int size(Object value, int most) {
        int size = 1;
        switch (value) {
            case null -> {}
            case CharSequence text -> {
                text(text.length());
                size += text.length() / CHARACTERS_OF_ONE_WORK;
            }
            case List<?> list -> {
                few(list.size(), most);
                for (Object item : list) {
                    size += size(item, most - size);
                    few(size, most);
                }
            }
            case Map<?, ?> map -> {
                for (Object member : map.values()) {
                    size += size(member, most - size);
                    few(size, most);
                }
            }
            default -> {}
        }
        return size;
    }

    private static void few(int size, int most) {
        if (size > most) {
            throw new Exceeded("expected values of a transform to have at most " + LARGEST + " parts, found more");
        }
    }

    /// Checks how long a text would be before it is made.
    static void text(long length) {
        if (length > LONGEST_TEXT) {
            throw new Exceeded("expected texts of at most " + LONGEST_TEXT + " characters, found a longer one");
        }
    }

    /// A matcher that stops.
    Matcher matcher(Pattern pattern, String text) {
        return pattern.matcher(new Metered(text));
    }

    private final class Metered implements CharSequence {

        private final String text;

        Metered(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (characters++ >= MOST_CHARACTERS) {
                throw new Exceeded("expected patterns that end, found one that takes too long");
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
}
