package fairlead.smithy.protocol;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.knowledge.OperationIndex;
import software.amazon.smithy.model.knowledge.TopDownIndex;
import software.amazon.smithy.model.loader.ModelAssembler;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.ShapeId;
import software.amazon.smithy.model.shapes.StructureShape;
import software.amazon.smithy.protocoltests.traits.AppliesTo;
import software.amazon.smithy.protocoltests.traits.HttpMessageTestCase;
import software.amazon.smithy.protocoltests.traits.HttpRequestTestCase;
import software.amazon.smithy.protocoltests.traits.HttpRequestTestsTrait;
import software.amazon.smithy.protocoltests.traits.HttpResponseTestCase;
import software.amazon.smithy.protocoltests.traits.HttpResponseTestsTrait;

/// The test cases for clients in models with `httpRequestTests` and `httpResponseTests`.
record ProtocolCases(Model model, List<Case> all) {

    /// [Sent] or [Received].
    sealed interface Case {

        ServiceShape service();

        OperationShape operation();

        HttpMessageTestCase test();

        default String name() {
            return service().getId().getName() + " " + test().getId();
        }
    }

    record Sent(ServiceShape service, OperationShape operation, HttpRequestTestCase test) implements Case {}

    /// @param shape the output or an error
    record Received(ServiceShape service, OperationShape operation, StructureShape shape, HttpResponseTestCase test)
            implements Case {

        boolean isError() {
            return !shape.getId().equals(operation.getOutputShape());
        }

        @Override
        public String name() {
            return Case.super.name() + (isError() ? " (error)" : " (answer)");
        }
    }

    /// The cases of these protocols in jars or folders of models.
    static ProtocolCases of(List<Path> places, Set<ShapeId> protocols) {
        ModelAssembler assembler = Model.assembler(ProtocolCases.class.getClassLoader())
                .discoverModels(ProtocolCases.class.getClassLoader())
                .putProperty(ModelAssembler.ALLOW_UNKNOWN_TRAITS, true);
        places.forEach(assembler::addImport);
        Model model = assembler
                .assemble()
                .getResult()
                .orElseThrow(() -> new IllegalStateException("the models of the cases can't be read"));
        List<Case> cases = new ArrayList<>();
        for (ServiceShape service : model.getServiceShapes()) {
            for (OperationShape operation : TopDownIndex.of(model).getContainedOperations(service)) {
                cases.addAll(sent(service, operation));
                cases.addAll(received(model, service, operation));
            }
        }
        List<Case> wanted = cases.stream()
                .filter(one -> protocols.contains(one.test().getProtocol()))
                .filter(one -> one.service().hasTrait(one.test().getProtocol()))
                .filter(one -> one.test()
                        .getAppliesTo()
                        .filter(AppliesTo.SERVER::equals)
                        .isEmpty())
                .sorted(Comparator.comparing(Case::name))
                .toList();
        return new ProtocolCases(model, distinct(wanted));
    }

    /// An error that several operations have counts once.
    private static List<Case> distinct(List<Case> cases) {
        List<Case> distinct = new ArrayList<>();
        for (Case one : cases) {
            boolean again = !distinct.isEmpty() && distinct.getLast().name().equals(one.name());
            if (!again) {
                distinct.add(one);
            }
        }
        return distinct;
    }

    private static List<Sent> sent(ServiceShape service, OperationShape operation) {
        return operation.getTrait(HttpRequestTestsTrait.class).stream()
                .flatMap(trait -> trait.getTestCases().stream())
                .map(test -> new Sent(service, operation, test))
                .toList();
    }

    private static List<Received> received(Model model, ServiceShape service, OperationShape operation) {
        List<Received> received = new ArrayList<>();
        received(operation, model.expectShape(operation.getOutputShape()), service, operation, received);
        OperationIndex.of(model)
                .getErrors(service, operation)
                .forEach(error -> received(error, error, service, operation, received));
        return received;
    }

    private static void received(
            Shape tested, Shape shape, ServiceShape service, OperationShape operation, List<Received> received) {
        tested.getTrait(HttpResponseTestsTrait.class).stream()
                .flatMap(trait -> trait.getTestCases().stream())
                .forEach(test -> received.add(new Received(
                        service, operation, shape.asStructureShape().orElseThrow(), test)));
    }
}
