package fairlead.lambda;

import fairlead.lambda.HttpConnection.Head;
import fairlead.lambda.Invocation.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The AWS Lambda Runtime API, version 2018-06-01, on a loopback address: one listener for all processes.
///
/// Each process has an address with an unguessable first step, which identifies it. So no other program on the
/// machine can take its calls, and no process those of another.
final class RuntimeApi implements AutoCloseable {

    /// The largest answer that a function can give, as on Lambda.
    static final int LARGEST_ANSWER = 6 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(RuntimeApi.class);
    private static final String ROOT = "/2018-06-01/runtime/";
    private static final int LARGEST_ERROR = 256 << 10;
    private static final int STRANGERS_PATIENCE = 10_000;
    private static final byte[] OK = "{\"status\":\"OK\"}".getBytes(StandardCharsets.US_ASCII);

    private final Map<String, Worker> workers = new ConcurrentHashMap<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final ServerSocket listener;

    /// A process, as this API sees it.
    interface Worker {

        /// The next call; waits for it. Empty when there will be none.
        Optional<Invocation> next() throws InterruptedException;

        /// Ends the invocation that is under way, when all is heard that it has printed; false if that is
        /// another one.
        boolean end(String id, Outcome outcome) throws InterruptedException;

        /// It can't start.
        void failedToStart(String message) throws InterruptedException;
    }

    RuntimeApi() {
        try {
            listener = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
        } catch (IOException failure) {
            throw new UncheckedIOException("can't listen on a loopback address", failure);
        }
        Thread.ofPlatform().name("runtime-api").daemon(true).start(this::accept);
    }

    /// Makes a process known under a secret; the value of `AWS_LAMBDA_RUNTIME_API` for it.
    String admit(String secret, Worker worker) {
        workers.put(secret, worker);
        return listener.getInetAddress().getHostAddress() + ":" + listener.getLocalPort() + "/" + secret;
    }

    /// Where it listens, on a loopback address.
    int port() {
        return listener.getLocalPort();
    }

    void dismiss(String secret) {
        workers.remove(secret);
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException failure) {
            LOG.debug("closing", failure);
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                open.add(socket);
                Thread.ofVirtual().name("runtime-api").start(() -> serve(socket));
            } catch (IOException failure) {
                LOG.debug("accepting", failure);
            }
        }
    }

    private void serve(Socket socket) {
        try (HttpConnection connection = new HttpConnection(socket)) {
            connection.patience(STRANGERS_PATIENCE);
            for (Optional<Head> head = connection.next(); head.isPresent(); head = connection.next()) {
                if (!answer(connection, head.get())) {
                    return;
                }
            }
        } catch (IOException ended) {
            LOG.debug("a connection ended", ended);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(socket);
        }
    }

    /// Answers a request; false if the connection is to be closed.
    private boolean answer(HttpConnection connection, Head head) throws IOException, InterruptedException {
        int slash = head.path().indexOf('/', 1);
        Worker worker = slash < 0 ? null : workers.get(head.path().substring(1, slash));
        String path = slash < 0 ? "" : head.path().substring(slash);
        if (worker == null || !path.startsWith(ROOT)) {
            connection.answer(404, Map.of(), refusal("NotFound", "There is nothing here."));
            return false;
        }
        connection.patience(0);
        String call = path.substring(ROOT.length());
        if (head.method().equals("GET") && call.equals("invocation/next")) {
            return next(connection, worker);
        }
        if (head.method().equals("POST") && call.equals("init/error")) {
            Optional<byte[]> body = connection.body(head, LARGEST_ERROR);
            worker.failedToStart(error(head, body).message());
            connection.answer(202, Map.of(), OK);
            return true;
        }
        String[] steps = call.split("/", -1);
        if (head.method().equals("POST") && steps.length == 3 && steps[0].equals("invocation")) {
            return end(connection, head, worker, steps);
        }
        connection.answer(404, Map.of(), refusal("NotFound", "There is nothing here."));
        return false;
    }

    private static boolean next(HttpConnection connection, Worker worker) throws IOException, InterruptedException {
        Optional<Invocation> next = worker.next();
        if (next.isEmpty()) {
            return false;
        }
        Invocation invocation = next.get();
        try {
            send(connection, invocation);
        } catch (IOException gone) {
            worker.end(invocation.id(), new Outcome.Lost("went away while it was given the request", false));
            throw gone;
        }
        return true;
    }

    private static void send(HttpConnection connection, Invocation invocation) throws IOException {
        Map<String, String> headers = new HashMap<>(Map.of(
                "Lambda-Runtime-Aws-Request-Id",
                invocation.id(),
                "Lambda-Runtime-Deadline-Ms",
                Long.toString(invocation.deadlineMillis()),
                "Lambda-Runtime-Invoked-Function-Arn",
                "arn:aws:lambda:us-east-1:000000000000:function:TypeFunction"));
        Tracing tracing = Tracing.of(invocation.log().trace());
        headers.put("Lambda-Runtime-Trace-Id", tracing.amazonHeader());
        tracing.clientContext().ifPresent(context -> headers.put("Lambda-Runtime-Client-Context", context));
        connection.answer(200, headers, invocation.request());
    }

    private static boolean end(HttpConnection connection, Head head, Worker worker, String[] steps)
            throws IOException, InterruptedException {
        boolean error = steps[2].equals("error");
        Optional<byte[]> body = connection.body(head, error ? LARGEST_ERROR : LARGEST_ANSWER);
        if (!error && !steps[2].equals("response")) {
            connection.answer(404, Map.of(), refusal("NotFound", "There is nothing here."));
            return false;
        }
        Outcome outcome = error
                ? error(head, body)
                : body.<Outcome>map(Outcome.Answered::new).orElseGet(Outcome.TooLarge::new);
        if (!worker.end(steps[1], outcome)) {
            connection.answer(400, Map.of(), refusal("InvalidRequestID", "That invocation is not under way."));
        } else if (outcome instanceof Outcome.TooLarge) {
            connection.answer(413, Map.of(), refusal("RequestEntityTooLarge", "At most 6 MB are accepted."));
        } else {
            connection.answer(202, Map.of(), OK);
        }
        return true;
    }

    private static Outcome.FunctionError error(Head head, Optional<byte[]> body) {
        String type = head.header("lambda-runtime-function-error-type");
        return functionError(type.isEmpty() ? "Unhandled" : type, body.orElse(new byte[0]));
    }

    /// What the document says that a runtime reports an error by.
    static Outcome.FunctionError functionError(String type, byte[] body) {
        try {
            JsonNode error = JsonMapper.shared().readTree(body);
            String message = error.path("errorMessage").asString("");
            String named = error.path("errorType").asString(type);
            if (!message.isEmpty() || error.has("errorType")) {
                return new Outcome.FunctionError(named, message);
            }
        } catch (JacksonException notJson) {
            LOG.debug("an error that is not JSON", notJson);
        }
        String text = new String(body, StandardCharsets.UTF_8);
        return new Outcome.FunctionError(type, text.substring(0, Math.min(text.length(), 500)));
    }

    private static byte[] refusal(String type, String message) {
        return ("{\"errorType\":\"" + type + "\",\"errorMessage\":\"" + message + "\"}")
                .getBytes(StandardCharsets.UTF_8);
    }
}
