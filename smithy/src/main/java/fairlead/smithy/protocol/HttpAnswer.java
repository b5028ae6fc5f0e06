package fairlead.smithy.protocol;

/// A service's answer.
public record HttpAnswer(int status, Headers headers, byte[] body) {

    boolean isOk() {
        return status >= 200 && status < 300;
    }
}
