package fairlead.server.stack.custom;

import fairlead.server.operation.OperationId;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.record.CustomStore.Answer;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// An endpoint for custom resources, in memory: it takes what it is asked for, and a test answers.
public final class FakeEndpoints implements CustomEndpoints {

    /// With which statuses the next requests are taken; 0 for one that does not get through. Then 200.
    public final Deque<Integer> statuses = new ArrayDeque<>();

    private Optional<CustomAnswers> answers = Optional.empty();

    /// What it was asked for, also what it has not taken.
    public final List<ObjectNode> asked = Collections.synchronizedList(new ArrayList<>());

    @Override
    public boolean isEmpty() {
        return false;
    }

    @Override
    public boolean has(String serviceToken) {
        return serviceToken.equals("maker");
    }

    @Override
    public int send(String serviceToken, byte[] body) throws IOException {
        asked.add(Documents.object(body));
        if (last().path("ResourceProperties").path("Name").isString()) {
            answered(last());
        }
        Integer status = statuses.poll();
        if (status != null && status == 0) {
            throw new IOException("the connection was refused");
        }
        return status == null ? 200 : status;
    }

    /// From now on what has a name is made at once: it is answered before the request is known to be taken.
    public void answering(CustomAnswers own) {
        answers = Optional.of(own);
    }

    private void answered(ObjectNode request) {
        String url = request.path("ResponseURL").asString();
        String name = request.path("ResourceProperties").path("Name").asString();
        OperationId id = OperationId.parse(request.path("RequestId").asString()).orElseThrow();
        answers.ifPresent(own -> own.asked(id, url.substring(url.indexOf('=') + 1))
                .ifPresent(asked -> own.answer(asked, new Answer(true, name, Documents.empty()))));
    }

    public ObjectNode last() {
        return asked.getLast();
    }
}
