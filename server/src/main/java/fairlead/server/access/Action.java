package fairlead.server.access;

import java.util.Locale;

/// Something that can be done, in the words of permissions: `Fairlead.Lab/things/write` for example.
///
/// Every door names the same action for the same thing. Implements "Actions" and "DataActions" of "Understand Azure
/// role
/// definitions".
///
/// @param name the namespace, the type, and `read`, `write`, `delete` or, for all else, its own word and `/action`
/// @param plane [Plane#DATA] for what `dataActions` of a role allow, and its `actions` never do
public record Action(String name, Plane plane) {

    private static final String READ = "/read";
    private static final String WRITE = "/write";
    private static final String DELETE = "/delete";

    /// An action on the control plane.
    public static Action of(String name) {
        return new Action(name, Plane.CONTROL);
    }

    /// To look at things of a type.
    ///
    /// @param type as ARM writes it, `Fairlead.Lab/things` for example
    public static Action read(String type) {
        return of(type + READ);
    }

    /// To make and to change things of a type.
    public static Action write(String type) {
        return of(type + WRITE);
    }

    /// To remove things of a type.
    public static Action delete(String type) {
        return of(type + DELETE);
    }

    /// What a request with this method does with things of a type.
    public static Action ofMethod(String method, String type) {
        return switch (method) {
            case "PUT", "PATCH" -> write(type);
            case "DELETE" -> delete(type);
            case "POST" -> of(type + "/action");
            default -> read(type);
        };
    }

    /// Something that is done with things of a type, which has a word of its own.
    public static Action called(String word, String type) {
        return of(type + "/" + word + "/action");
    }

    /// The same on another plane.
    public Action on(Plane other) {
        return new Action(name, other);
    }

    /// The form for comparisons: actions are compared without regard to case.
    public String key() {
        return name.toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return name;
    }
}
