package fairlead.generator.pattern;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/// Numbers that look random, and are the same for the same seed on every machine and in every version of Java
/// (the generator SplitMix64).
public final class Chance {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private long state;

    public Chance(long seed) {
        state = seed;
    }

    private long next() {
        state += GOLDEN;
        long z = state;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /// A number from zero up to, and without, the bound.
    public int below(int bound) {
        return (int) ((next() >>> 33) % bound);
    }

    /// A number between two, both included.
    public int between(int least, int most) {
        return most <= least ? least : (int) (least + (next() >>> 1) % ((long) most - least + 1));
    }

    /// A number between two, both included.
    public BigInteger between(BigInteger least, BigInteger most) {
        BigInteger count = most.subtract(least).add(BigInteger.ONE);
        BigInteger wide = BigInteger.valueOf(next() >>> 1);
        for (int bits = 63; bits < count.bitLength() + 8; bits += 63) {
            wide = wide.shiftLeft(63).or(BigInteger.valueOf(next() >>> 1));
        }
        return least.add(wide.mod(count));
    }

    public boolean percent(int chances) {
        return below(100) < chances;
    }

    public <T> T pick(List<T> among) {
        return among.get(below(among.size()));
    }

    /// The same things in another order.
    public <T> List<T> shuffled(List<T> things) {
        List<T> list = new ArrayList<>(things);
        for (int i = list.size() - 1; i > 0; i--) {
            int j = below(i + 1);
            T moved = list.get(i);
            list.set(i, list.get(j));
            list.set(j, moved);
        }
        return list;
    }
}
