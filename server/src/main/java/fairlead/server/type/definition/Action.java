package fairlead.server.type.definition;

import fairlead.schema.Finding;
import fairlead.schema.PlainSchema;
import fairlead.server.access.Plane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Something that can be done with a resource of a type besides changing what it is, `POST {resource}/{action}`; or
/// for the whole tenant, `POST /providers/{namespace}/{action}`.
///
/// @param name the last part of the address, compared without regard to case
/// @param input what goes in; empty for an action without parameters
/// @param output what comes out; empty for an action without a result
/// @param scope what it is done with
/// @param mode whether a caller waits for the end
/// @param limit within which it ends: the one call of a synchronous action, all calls of an asynchronous one
/// @param permission what a caller has to be allowed
/// @param secret whether input or output are secrets, so that they are stored nowhere
/// @param plane to which it belongs
public record Action(
        String name,
        String description,
        Optional<PlainSchema> input,
        Optional<PlainSchema> output,
        Scope scope,
        Mode mode,
        Duration limit,
        Permission permission,
        boolean secret,
        Plane plane) {

    /// What an action is done with.
    public enum Scope {
        /// One resource.
        RESOURCE,
        /// Nothing in particular: it is of no subscription.
        TENANT
    }

    /// How an action is carried out.
    public enum Mode {
        /// By one call of the handler, within the request.
        SYNC,
        /// By an operation, during which the resource takes no other change.
        ASYNC
    }

    /// What has to be allowed to whom.
    public enum Permission {
        /// `{namespace}/{types}/{action}/action`, the action's own.
        ACTION,
        /// To read the resource; then the action is possible also where nothing may be changed.
        READ,
        /// To change the resource.
        WRITE
    }

    private static final List<String> KEYS = List.of(
            "description", "input", "output", "scope", "mode", "timeoutInSeconds", "permission", "secret", "plane");

    private static final Pattern NAME = Pattern.compile("[a-z][A-Za-z0-9]{0,63}");

    /// "The front waits 60 seconds."
    private static final Duration LONGEST_CALL = Duration.ofSeconds(60);

    private static final Duration USUAL_OPERATION = Duration.ofMinutes(60);
    private static final Duration LONGEST_OPERATION = Duration.ofHours(24);

    /// The actions that the registration declares, in its order.
    static List<Action> readAll(RegistrationReader file) {
        List<Action> actions = new ArrayList<>();
        JsonNode declared = file.document().path("actions");
        if (declared.isMissingNode()) {
            return actions;
        }
        RegistrationReader all = file.within("actions", declared);
        all.document().forEachEntry((name, value) -> {
            all.parsed(name, () -> checked(name, actions));
            actions.add(read(name, all.within(name, value)));
        });
        return actions;
    }

    private static String checked(String name, List<Action> before) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "an action's name is lowerCamelCase letters and digits, found '" + name + "'");
        }
        if (ArmType.isReserved(name)) {
            throw new IllegalArgumentException("'" + name + "' is reserved");
        }
        if (before.stream().anyMatch(action -> action.isCalled(name))) {
            throw new IllegalArgumentException("there are two actions '" + name + "'");
        }
        return name;
    }

    private static Action read(String name, RegistrationReader reader) {
        reader.refuseUnknownKeys(KEYS);
        Mode mode = reader.text("mode", text -> word(Mode.values(), text)).orElse(Mode.SYNC);
        Scope scope = reader.text("scope", text -> word(Scope.values(), text)).orElse(Scope.RESOURCE);
        if (scope == Scope.TENANT && mode == Mode.ASYNC) {
            reader.wrong(
                    "registration.actions",
                    "an operation belongs to a subscription, so an action for the tenant can't be asynchronous",
                    "mode");
        }
        boolean secret = reader.flag("secret", false);
        if (secret && mode == Mode.ASYNC) {
            reader.wrong(
                    "registration.actions",
                    "what an asynchronous action gives is kept until it is fetched, so it can't be secret",
                    "secret");
        }
        return new Action(
                name,
                reader.text("description", text -> text).orElse(""),
                schema("input", reader, secret),
                schema("output", reader, secret),
                scope,
                mode,
                limit(mode, reader),
                reader.text("permission", text -> word(Permission.values(), text))
                        .orElse(Permission.ACTION),
                secret,
                reader.text("plane", text -> word(Plane.values(), text)).orElse(Plane.CONTROL));
    }

    private static Optional<PlainSchema> schema(String key, RegistrationReader reader, boolean secret) {
        return reader.object(key).flatMap(document -> reader.parsed(key, () -> PlainSchema.of(document, secret)));
    }

    private static Duration limit(Mode mode, RegistrationReader reader) {
        Duration usual = mode == Mode.SYNC ? LONGEST_CALL : USUAL_OPERATION;
        Duration longest = mode == Mode.SYNC ? LONGEST_CALL : LONGEST_OPERATION;
        Duration limit =
                reader.number("timeoutInSeconds").map(Duration::ofSeconds).orElse(usual);
        if (limit.isZero() || limit.compareTo(longest) > 0) {
            reader.wrong(
                    "registration.actions",
                    "expected 1 to " + longest.toSeconds() + " seconds for this mode",
                    "timeoutInSeconds");
        }
        return limit;
    }

    /// The value of that name, in lower case.
    static <E extends Enum<E>> E word(E[] values, String text) {
        List<String> words = new ArrayList<>();
        for (E value : values) {
            String word = value.name().toLowerCase(Locale.ROOT);
            if (word.equals(text)) {
                return value;
            }
            words.add("'" + word + "'");
        }
        throw new IllegalArgumentException("expected " + String.join(" or ", words) + ", found '" + text + "'");
    }

    /// Whether a caller who writes it so means this action.
    public boolean isCalled(String word) {
        return name.equalsIgnoreCase(word);
    }

    /// Whether it is possible only where the resource may be changed.
    public boolean changes() {
        return permission != Permission.READ;
    }

    /// What keeps an output from being what the action declares.
    public Optional<String> outputFault(ObjectNode answered) {
        if (output.isEmpty()) {
            return answered.isEmpty()
                    ? Optional.empty()
                    : Optional.of("The handler answered an action without a result with one.");
        }
        List<Finding> findings = output.get().validate(answered).stream()
                .filter(Finding::isError)
                .toList();
        return findings.stream()
                .findFirst()
                .map(first -> "The handler's answer is not what the action declares as its output; at '"
                        + first.pointer() + "': " + first.message() + ".");
    }
}
