package fairlead.bench.validation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// Validates the models of a sample, parsed before.
@State(Scope.Benchmark)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ValidationBenchmark {

    /// The folder of published schemas; empty if there is none.
    @Param("")
    public String corpus = "";

    @Param({"service.valid", "fleet.valid", "policy.valid", "service.invalid", "fleet.invalid", "policy.invalid"})
    public String sample = "";

    @Param
    public Contender contender = Contender.FAIRLEAD;

    private record Model(Contender.Prepared schema, Object value) {}

    private List<Model> models = List.of();

    @Setup
    public void prepare() throws IOException {
        List<Sample> samples = switch (sample) {
            case "published" -> Sample.published(Path.of(corpus));
            case "generated" -> Sample.generated(Path.of(corpus));
            default -> List.of(Sample.committed(sample));
        };
        List<Model> prepared = new ArrayList<>();
        for (Sample one : samples) {
            Contender.Prepared schema = contender.prepare(one.schema());
            one.models().forEach(model -> prepared.add(new Model(schema, schema.parse(model))));
        }
        models = List.copyOf(prepared);
    }

    @Benchmark
    public int validate() {
        int fitting = 0;
        for (Model model : models) {
            if (model.schema.fits(model.value)) {
                fitting++;
            }
        }
        return fitting;
    }
}
