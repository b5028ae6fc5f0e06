package fairlead.lambda.bootstrap;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// Connects a Java provider with the Lambda Runtime API: `Bootstrap CLASS::METHOD`.
///
/// It runs in the provider's JVM and on its class path, so it is Java 8, one class, and needs no library: the
/// method's parameters are a stream to read, a stream to write, and an interface that tells about the call.
public final class Bootstrap {

    private static final String ROOT = "/2018-06-01/runtime/";

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final String start;
    private final Map<String, String> headers = new HashMap<>();
    private byte[] body = new byte[0];

    private Bootstrap(String address) throws IOException {
        int slash = address.indexOf('/');
        String host = slash < 0 ? address : address.substring(0, slash);
        int colon = host.lastIndexOf(':');
        socket = new Socket(host.substring(0, colon), Integer.parseInt(host.substring(colon + 1)));
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
        out = socket.getOutputStream();
        start = (slash < 0 ? "" : address.substring(slash)) + ROOT;
    }

    /// Serves one call after the other until the process is killed.
    public static void main(String[] arguments) throws IOException {
        Bootstrap api = new Bootstrap(System.getenv("AWS_LAMBDA_RUNTIME_API"));
        Object function;
        Method method;
        try {
            String[] names = arguments[0].split("::");
            Class<?> type = Class.forName(names[0]);
            method = method(type, names.length > 1 ? names[1] : "handleRequest");
            function = type.getConstructor().newInstance();
        } catch (Throwable failure) {
            boolean wrapped =
                    failure instanceof InvocationTargetException || failure instanceof ExceptionInInitializerError;
            Throwable cause = wrapped && failure.getCause() != null ? failure.getCause() : failure;
            cause.printStackTrace();
            api.report("init/error", cause);
            System.exit(1);
            return;
        }
        while (true) {
            api.serve(function, method);
        }
    }

    private static Method method(Class<?> type, String name) throws NoSuchMethodException {
        for (Method method : type.getMethods()) {
            Class<?>[] parameters = method.getParameterTypes();
            if (method.getName().equals(name)
                    && parameters.length == 3
                    && parameters[0] == InputStream.class
                    && parameters[1] == OutputStream.class
                    && parameters[2].isInterface()) {
                return method;
            }
        }
        throw new NoSuchMethodException(
                type.getName() + "." + name + "(InputStream, OutputStream, Context), which has to be public");
    }

    private void serve(Object function, Method method) throws IOException {
        ask("GET", "invocation/next", null);
        String invocation = "invocation/" + headers.get("lambda-runtime-aws-request-id");
        long deadline = Long.parseLong(headers.get("lambda-runtime-deadline-ms"));
        System.setProperty("com.amazonaws.xray.traceHeader", headers.getOrDefault("lambda-runtime-trace-id", ""));
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try {
            Object context = context(method.getParameterTypes()[2], deadline, invocation.substring(11));
            method.invoke(function, new ByteArrayInputStream(body), answer, context);
        } catch (InvocationTargetException failure) {
            failure.getCause().printStackTrace();
            report(invocation + "/error", failure.getCause());
            return;
        } catch (IllegalAccessException failure) {
            report(invocation + "/error", failure);
            return;
        }
        ask("POST", invocation + "/response", answer.toByteArray());
    }

    // -- what a function is told about its call -----------------------------------------------------------------------

    private static Object context(Class<?> type, long deadline, String request) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            switch (method.getName()) {
                case "getAwsRequestId":
                    return request;
                case "getRemainingTimeInMillis":
                    return (int) Math.max(0, deadline - System.currentTimeMillis());
                case "getMemoryLimitInMB":
                    return Integer.parseInt(System.getenv("AWS_LAMBDA_FUNCTION_MEMORY_SIZE"));
                case "getFunctionName":
                case "getLogGroupName":
                case "getLogStreamName":
                    return System.getenv("AWS_LAMBDA_FUNCTION_NAME");
                case "getFunctionVersion":
                    return System.getenv("AWS_LAMBDA_FUNCTION_VERSION");
                case "getInvokedFunctionArn":
                    return "arn:aws:lambda:us-east-1:000000000000:function:TypeFunction";
                case "getLogger":
                    return logger(method.getReturnType());
                case "toString":
                    return "call " + request;
                case "hashCode":
                    return System.identityHashCode(proxy);
                case "equals":
                    return proxy == arguments[0];
                default:
                    return null;
            }
        });
    }

    private static Object logger(Class<?> type) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            if (method.getName().equals("log") && arguments.length > 0) {
                Object text = arguments[0];
                String line = text instanceof byte[]
                        ? new String((byte[]) text, StandardCharsets.UTF_8)
                        : String.valueOf(text);
                System.out.print(line.endsWith("\n") ? line : line + "\n");
                return null;
            }
            switch (method.getName()) {
                case "toString":
                    return "logger";
                case "hashCode":
                    return System.identityHashCode(proxy);
                case "equals":
                    return proxy == arguments[0];
                default:
                    return null;
            }
        });
    }

    // -- the Runtime API ----------------------------------------------------------------------------------------------

    private void report(String call, Throwable failure) throws IOException {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace, true));
        String error = "{\"errorMessage\":" + json(String.valueOf(failure.getMessage())) + ",\"errorType\":"
                + json(failure.getClass().getName()) + ",\"stackTrace\":[" + json(trace.toString()) + "]}";
        ask("POST", call, error.getBytes(StandardCharsets.UTF_8));
    }

    private static String json(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\' || c < ' ' || Character.isSurrogate(c)) {
                json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }

    private void ask(String method, String call, byte[] content) throws IOException {
        StringBuilder head = new StringBuilder(256)
                .append(method)
                .append(' ')
                .append(start)
                .append(call)
                .append(" HTTP/1.1\r\nHost: runtime\r\n");
        byte[] payload = content == null ? new byte[0] : content;
        if (content != null) {
            head.append("Content-Type: application/json\r\nContent-Length: ")
                    .append(payload.length)
                    .append("\r\n");
        }
        byte[] first = head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
        byte[] request = new byte[first.length + payload.length];
        System.arraycopy(first, 0, request, 0, first.length);
        System.arraycopy(payload, 0, request, first.length, payload.length);
        out.write(request);
        read();
    }

    private void read() throws IOException {
        headers.clear();
        if (line().isEmpty()) {
            throw new EOFException("the host is gone");
        }
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).trim());
        }
        body = new byte[Integer.parseInt(headers.getOrDefault("content-length", "0"))];
        for (int done = 0; done < body.length; ) {
            int read = in.read(body, done, body.length - done);
            if (read < 0) {
                throw new EOFException("the host is gone");
            }
            done += read;
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder(64);
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }
}
