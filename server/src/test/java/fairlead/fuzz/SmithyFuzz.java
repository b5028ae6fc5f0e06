package fairlead.fuzz;

import fairlead.smithy.Models;
import fairlead.smithy.arn.Arns;
import fairlead.smithy.convert.Conversion;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.node.Node;
import software.amazon.smithy.model.shapes.ModelSerializer;
import software.amazon.smithy.model.shapes.ServiceShape;

/// Smithy models in JSON, and what types they become.
final class SmithyFuzz implements FuzzTarget {

    private static final Conversion.Options OPTIONS =
            new Conversion.Options(java.util.Optional.of("Example"), java.util.Optional.empty(), false);

    @Override
    public void run(byte[] input) {
        Models.Loaded loaded = Models.parse("fuzz.json", Input.text(input));
        Law.holds(loaded.model().isPresent() || !loaded.findings().isEmpty(), "a refusal says why");
        if (!loaded.sound()) {
            return;
        }
        Model model = loaded.model().orElseThrow();
        for (ServiceShape service : model.getServiceShapes()) {
            Arns.of(model, service);
            Conversion.Converted converted = Conversion.of(model, service, OPTIONS);
            Law.holds(converted.toString() != null, "types can be written");
        }
        String json = Node.printJson(ModelSerializer.builder().build().serialize(model));
        Law.holds(Models.parse("again.json", json).sound(), "a model that is written is read again");
    }
}
