package fairlead.schema.text;

import java.security.SecureRandom;

/// Hashes of what callers choose, for hash tables whose keys are not [Comparable].
///
/// [String#hashCode] is public and easily made equal for as many texts as one likes, and a table of such keys takes
/// quadratic time. These hashes depend on a number that each process draws anew, so that no caller can tell which
/// texts or numbers share one. They mean nothing outside of the process.
public final class KeyedHash {

    private static final long KEY = new SecureRandom().nextLong();

    /// Of "SplittableRandom" (Steele, Lea, Flood): each bit of the argument changes half of the result's.
    private static final long FIRST = 0xbf58476d1ce4e5b9L;

    private static final long SECOND = 0x94d049bb133111ebL;

    private KeyedHash() {}

    /// The hash of a text.
    public static int of(String text) {
        long hash = KEY ^ text.length();
        for (int i = 0; i < text.length(); i++) {
            hash = mixed(hash + text.charAt(i));
        }
        return folded(hash);
    }

    /// The hash of a number.
    public static int of(long number) {
        return folded(mixed(KEY + mixed(number ^ KEY)));
    }

    /// The hash of bytes.
    public static int of(byte[] bytes) {
        long hash = KEY ^ bytes.length;
        for (byte one : bytes) {
            hash = mixed(hash + one);
        }
        return folded(hash);
    }

    /// The hash of two values in this order, by their hashes.
    public static int of(int first, int second) {
        return of(((long) first << Integer.SIZE) | Integer.toUnsignedLong(second));
    }

    private static int folded(long hash) {
        return (int) (hash ^ (hash >>> Integer.SIZE));
    }

    private static long mixed(long value) {
        long mixed = (value ^ (value >>> 30)) * FIRST;
        mixed = (mixed ^ (mixed >>> 27)) * SECOND;
        return mixed ^ (mixed >>> 31);
    }
}
