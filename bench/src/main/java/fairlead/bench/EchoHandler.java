package fairlead.bench;

import fairlead.handler.Context;
import fairlead.handler.Create;
import fairlead.handler.Delete;
import fairlead.handler.Progress;
import fairlead.handler.Read;
import fairlead.handler.ResourceHandler;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A Java handler that does next to nothing: what is left is the way to it and back. What it shows is what every
/// resource of the measurement has.
public final class EchoHandler implements ResourceHandler {

    private static final ObjectNode PROPERTIES =
            (ObjectNode) JsonMapper.shared().readTree(Requests.PROPERTIES);

    @Override
    public Progress create(Create request, Context context) {
        return Progress.done(request.desired());
    }

    @Override
    public Progress read(Read request, Context context) {
        return Progress.done(request.identifier().deepCopy().setAll(PROPERTIES.deepCopy()));
    }

    @Override
    public Progress delete(Delete request, Context context) {
        return Progress.gone();
    }
}
