package fairlead.server.telemetry;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// One JSON object a line: `time`, `level`, `logger`, `thread`, `message`, the ids, and `error` with a stack
/// trace.
public final class JsonLines extends EncoderBase<ILoggingEvent> {

    private static final byte[] NOTHING = {};

    @Override
    public byte[] encode(ILoggingEvent event) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put("time", event.getInstant().toString());
        line.put("level", event.getLevel().toString());
        line.put("logger", event.getLoggerName());
        line.put("thread", event.getThreadName());
        line.put("message", event.getFormattedMessage());
        LogIds.forEach(event, line::put);
        IThrowableProxy failure = event.getThrowableProxy();
        if (failure != null) {
            line.put("error", ThrowableProxyUtil.asString(failure));
        }
        return (JsonMapper.shared().writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }
}
