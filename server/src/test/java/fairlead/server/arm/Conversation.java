package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane.Answer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A conversation in a file: what is sent, in lines that begin with `>`, and what is expected back, in lines that
/// begin with `<`; all other lines are for the reader.
///
/// A message is its first line, its headers, an empty line and its body. Of an expected answer the status has to
/// be the same, the headers that are named have to be there (`*` is any value, `-` is none), and the body has to
/// contain what is written: members of objects, all elements of arrays, `"*"` for anything. `< (no body)` is none.
///
/// `${name}` is a text: `${s}` the subscription, `${g}` its group, `${t}` the things in it, `${v}` their version;
/// a name that is not known yet stands for the whole of a header's value, and keeps it. `> ENDED path` reads an
/// operation until it has ended.
final class Conversation {

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Plane plane;
    private final Map<String, String> texts =
            new HashMap<>(Map.of("s", Plane.SUBSCRIPTION, "g", Plane.GROUP, "t", Plane.THINGS, "v", Plane.VERSION));

    private record Message(String first, Map<String, String> headers, String body) {}

    Conversation(Plane plane) {
        this.plane = plane;
        texts.put("url", plane.url().toString());
    }

    void run(List<String> lines) {
        List<String> sent = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith(">") && !expected.isEmpty()) {
                exchange(sent, expected);
            }
            if (line.startsWith(">")) {
                sent.add(line.substring(Math.min(2, line.length())));
            } else if (line.startsWith("<")) {
                expected.add(line.substring(Math.min(2, line.length())));
            }
        }
        exchange(sent, expected);
    }

    private void exchange(List<String> sent, List<String> expected) {
        Message request = message(sent.stream().map(this::filled).toList());
        String[] first = request.first.split(" ", 2);
        Answer answer = first[0].equals("ENDED")
                ? plane.ended(first[1])
                : plane.send(first[0], first[1], request.headers, request.body);
        try {
            compare(message(expected), answer);
        } catch (AssertionError wrong) {
            throw new AssertionError(
                    request.first + "\n" + wrong.getMessage() + "\nanswered " + answer.status() + "\n"
                            + answer.response().headers().map() + "\n"
                            + answer.response().body(),
                    wrong);
        }
        sent.clear();
        expected.clear();
    }

    private static Message message(List<String> lines) {
        Map<String, String> headers = new LinkedHashMap<>();
        int i = 1;
        for (; i < lines.size() && lines.get(i).contains(": ") && !lines.get(i).startsWith("{"); i++) {
            String[] header = lines.get(i).split(": ", 2);
            headers.put(header[0], header[1]);
        }
        String body = lines.stream().skip(i).collect(Collectors.joining("\n")).strip();
        return new Message(lines.getFirst(), headers, body);
    }

    private void compare(Message expected, Answer answer) {
        assertThat(answer.status()).as("status").isEqualTo(Integer.parseInt(expected.first));
        assertThat(answer.header("x-ms-request-id")).as("x-ms-request-id").isNotEmpty();
        expected.headers.forEach((name, value) -> compare(name, value, answer.header(name)));
        if (expected.body.equals("(no body)")) {
            assertThat(answer.response().body()).as("body").isEmpty();
        } else if (!expected.body.isEmpty()) {
            compare("", JSON.readTree(filled(expected.body)), answer.json());
        }
    }

    private void compare(String name, String expected, String found) {
        Matcher variable = VARIABLE.matcher(expected);
        if (variable.matches() && !texts.containsKey(variable.group(1))) {
            assertThat(found).as(name).isNotEmpty();
            texts.put(variable.group(1), found);
        } else {
            switch (expected) {
                case "*" -> assertThat(found).as(name).isNotEmpty();
                case "-" -> assertThat(found).as(name).isEmpty();
                default -> assertThat(found).as(name).isEqualTo(filled(expected));
            }
        }
    }

    private static void compare(String pointer, JsonNode expected, JsonNode found) {
        if (expected.isObject()) {
            assertThat(found.isObject())
                    .as(pointer + " is an object in " + found)
                    .isTrue();
            expected.properties().forEach(member -> {
                String place = pointer + "/" + member.getKey();
                JsonNode value = found.path(member.getKey());
                if (member.getValue().isNull()) {
                    assertThat(value.isMissingNode())
                            .as(place + " is absent in " + found)
                            .isTrue();
                } else {
                    compare(place, member.getValue(), value);
                }
            });
        } else if (expected.isArray()) {
            assertThat(found.size()).as(pointer + " in " + found).isEqualTo(expected.size());
            for (int i = 0; i < expected.size(); i++) {
                compare(pointer + "/" + i, expected.get(i), found.path(i));
            }
        } else if (expected.asString("").equals("*")) {
            assertThat(found.isMissingNode()).as(pointer + " is there").isFalse();
        } else {
            assertThat(found).as(pointer).isEqualTo(expected);
        }
    }

    private String filled(String text) {
        return VARIABLE.matcher(text)
                .replaceAll(
                        variable -> Matcher.quoteReplacement(texts.getOrDefault(variable.group(1), variable.group())));
    }
}
