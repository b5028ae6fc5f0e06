package fairlead.host.inside;

import fairlead.handler.ErrorCode;
import fairlead.host.wire.Answer;
import fairlead.host.wire.Frame;
import fairlead.host.wire.Json;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The way to the server: frames, one after the other.
final class Server {

    private final OutputStream out;

    Server(OutputStream out) {
        this.out = out;
    }

    void send(Frame.Kind kind, long number, ObjectNode document) {
        send(kind, number, Json.bytes(document));
    }

    void answer(long number, Answer answer) {
        byte[] body = Json.bytes(answer.encode());
        if (body.length > Frame.LARGEST) {
            String message = "The handler's answer has more than " + Frame.LARGEST + " bytes.";
            answer(number, new Answer.Refused(ErrorCode.HANDLER_INTERNAL_FAILURE, message, Optional.empty()));
        } else {
            send(Frame.Kind.ANSWER, number, body);
        }
    }

    /// Where the server listens no more, this process has no use.
    void send(Frame.Kind kind, long number, byte[] body) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream(body.length + 16);
        try {
            new Frame(kind, number, body).write(new DataOutputStream(frame));
            synchronized (this) {
                frame.writeTo(out);
                out.flush();
            }
        } catch (IOException gone) {
            Runtime.getRuntime().halt(1);
        }
    }
}
