package fairlead.server.registry.query;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// Writes XML as the AWS protocols have it: elements with text, and lists of `member` elements.
///
/// What XML 1.0 can't hold, control characters above all, is written as U+FFFD: one such character in a
/// description would make the whole answer unreadable.
public final class XmlWriter {

    private static final String UNREADABLE = "\uFFFD";

    private final StringBuilder out = new StringBuilder(512);

    /// An element with what the body writes into it.
    public XmlWriter element(String name, Consumer<XmlWriter> body) {
        out.append('<').append(name).append('>');
        body.accept(this);
        out.append("</").append(name).append('>');
        return this;
    }

    /// The outermost element.
    public XmlWriter root(String name, String namespace, Consumer<XmlWriter> body) {
        out.append('<').append(name);
        if (!namespace.isEmpty()) {
            out.append(" xmlns=\"").append(namespace).append('"');
        }
        out.append('>');
        body.accept(this);
        out.append("</").append(name).append('>');
        return this;
    }

    public XmlWriter text(String name, String value) {
        return element(name, element -> element.content(value));
    }

    /// The text of the element that is open.
    public void content(String value) {
        escape(value);
    }

    /// Nothing at all if there is no value.
    public XmlWriter text(String name, Optional<String> value) {
        value.ifPresent(present -> text(name, present));
        return this;
    }

    public XmlWriter flag(String name, boolean value) {
        return text(name, Boolean.toString(value));
    }

    public XmlWriter number(String name, long value) {
        return text(name, Long.toString(value));
    }

    /// A time in ISO 8601, with milliseconds.
    public XmlWriter time(String name, Instant value) {
        return text(name, Instant.ofEpochMilli(value.toEpochMilli()).toString());
    }

    /// A list, empty or not: one `member` for each item.
    public <T> XmlWriter list(String name, List<T> items, BiConsumer<XmlWriter, T> body) {
        return element(name, list -> items.forEach(item -> element("member", member -> body.accept(member, item))));
    }

    /// As [#list], of texts.
    public XmlWriter texts(String name, List<String> items) {
        return element(name, list -> items.forEach(item -> text("member", item)));
    }

    private void escape(String value) {
        value.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\r' -> out.append("&#xD;");
                default -> {
                    if (isReadable(c)) {
                        out.appendCodePoint(c);
                    } else {
                        out.append(UNREADABLE);
                    }
                }
            }
        });
    }

    private static boolean isReadable(int c) {
        return c == '\t'
                || c == '\n'
                || (c >= 0x20 && c <= 0xD7FF)
                || (c >= 0xE000 && c <= 0xFFFD)
                || (c >= 0x10000 && c <= 0x10FFFF);
    }

    /// The document.
    public byte[] bytes() {
        return ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + out).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
