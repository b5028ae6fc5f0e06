package fairlead.server.registry.stack;

import fairlead.server.stack.record.ChangeSet;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackPlace;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The ARN of a stack or of a change set.
///
/// @param id the UUID of it
record StackArn(String region, String account, Kind kind, String name, String id) {

    private static final Pattern FORM = Pattern.compile(
            "arn:aws[a-zA-Z-]*:cloudformation:([^:/]*):([^:/]*):(stack|changeSet)/([^/]+)/([0-9a-f-]{36})");

    /// What has the ARN.
    enum Kind {
        STACK("stack"),
        CHANGE_SET("changeSet");

        private final String word;

        Kind(String word) {
            this.word = word;
        }
    }

    /// The parts of an ARN; empty if the text is none of either.
    static Optional<StackArn> parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        Kind kind = parts.group(3).equals(Kind.STACK.word) ? Kind.STACK : Kind.CHANGE_SET;
        return Optional.of(new StackArn(parts.group(1), parts.group(2), kind, parts.group(4), parts.group(5)));
    }

    /// Of a stack that has no row yet, too.
    static String of(StackPlace place, String account, String name, String id) {
        return new StackArn(place.location(), account, Kind.STACK, name, id).toString();
    }

    static String of(Stack stack, String account) {
        return of(stack.place(), account, stack.name(), stack.id().toString());
    }

    static String of(StackPlace place, String account, ChangeSet set) {
        return new StackArn(
                        place.location(),
                        account,
                        Kind.CHANGE_SET,
                        set.name(),
                        set.id().toString())
                .toString();
    }

    boolean isOf(StackCall call) {
        return account.equals(call.account()) && region.equals(call.place().location());
    }

    @Override
    public String toString() {
        return "arn:aws:cloudformation:" + region + ":" + account + ":" + kind.word + "/" + name + "/" + id;
    }
}
