package fairlead.bench.checksum;

import fairlead.smithy.checksum.Algorithm;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// Goes through a payload of a megabyte. Each time is a sample of its own: what else runs on the machine disturbs
/// some of them, and not the least.
@State(Scope.Benchmark)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ChecksumBenchmark {

    static final int SIZE = 1 << 20;

    @Param
    public Algorithm algorithm = Algorithm.CRC32;

    @Param
    public Way way = Way.DIGEST;

    private final byte[] payload = new byte[SIZE];

    @Setup
    public void fill() {
        new Random(1).nextBytes(payload);
    }

    @Benchmark
    public long go() throws IOException {
        return way.go(algorithm, payload);
    }
}
