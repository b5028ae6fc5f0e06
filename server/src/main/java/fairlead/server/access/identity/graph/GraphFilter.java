package fairlead.server.access.identity.graph;

import fairlead.server.access.identity.DirectoryObject;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `$filter` of lists of the directory, as Azure's tools write it.
///
/// @param fits which of them
/// @param name by which one is looked for that may be called so alone; else it is none
record GraphFilter(Predicate<DirectoryObject> fits, Optional<String> name) {

    private static final String TEXT = "'((?:[^']|'')*)'";
    private static final Pattern COMPARED = Pattern.compile("(\\w+)\\s+eq\\s+" + TEXT);
    private static final Pattern BEGINS = Pattern.compile("startswith\\(\\s*(\\w+)\\s*,\\s*" + TEXT + "\\s*\\)");
    private static final Pattern AMONG =
            Pattern.compile("(\\w+)/any\\(\\s*(\\w)\\s*:\\s*\\2\\s+eq\\s+" + TEXT + "\\s*\\)");

    static GraphFilter parse(String filter) {
        Predicate<DirectoryObject> all = _ -> true;
        Optional<String> name = Optional.empty();
        String rest = filter.strip();
        while (!rest.isEmpty()) {
            Matcher compared = COMPARED.matcher(rest);
            Matcher begins = BEGINS.matcher(rest);
            Matcher among = AMONG.matcher(rest);
            int end;
            if (compared.lookingAt()) {
                all = all.and(compared(compared.group(1), text(compared.group(2)), filter));
                end = compared.end();
            } else if (begins.lookingAt()) {
                all = all.and(begins(begins.group(1), text(begins.group(2)), filter));
                end = begins.end();
            } else if (among.lookingAt()) {
                String value = text(among.group(3));
                boolean names = among.group(1).equals("servicePrincipalNames");
                if (!names && !among.group(1).equals("identifierUris")) {
                    throw unsupported(filter);
                }
                all = all.and(
                        object -> names && (isId(object, value) || object.name().equals(value)));
                name = names ? Optional.of(value) : name;
                end = among.end();
            } else {
                throw unsupported(filter);
            }
            rest = next(rest.substring(end), filter);
        }
        return new GraphFilter(all, name);
    }

    /// What stands behind an `and`; nothing at the end.
    private static String next(String rest, String filter) {
        String stripped = rest.strip();
        if (stripped.isEmpty()) {
            return "";
        }
        if (!stripped.matches("(?is)and\\s+\\S.*")) {
            throw unsupported(filter);
        }
        return stripped.substring("and".length()).strip();
    }

    private static String text(String quoted) {
        return quoted.replace("''", "'");
    }

    private static Predicate<DirectoryObject> compared(String property, String value, String filter) {
        return switch (property) {
            case "id", "appId" -> object -> isId(object, value);
            case "displayName" -> object -> object.name().equals(value);
            case "userPrincipalName", "mail", "mailNickname" ->
                object -> object.name().equalsIgnoreCase(value);
            default -> throw unsupported(filter);
        };
    }

    private static Predicate<DirectoryObject> begins(String property, String value, String filter) {
        if (!property.equals("displayName") && !property.equals("userPrincipalName")) {
            throw unsupported(filter);
        }
        String begin = value.toLowerCase(Locale.ROOT);
        return object -> object.name().toLowerCase(Locale.ROOT).startsWith(begin);
    }

    private static boolean isId(DirectoryObject object, String value) {
        return object.id().toString().equalsIgnoreCase(value);
    }

    private static ProblemException unsupported(String filter) {
        return new ProblemException(new Problem.BadRequest(
                ProblemCode.INVALID_FILTER_IN_QUERY_STRING,
                "The $filter '" + filter + "' can't be used: expected comparisons by eq of id, appId, displayName,"
                        + " userPrincipalName, mail or mailNickname, startswith(displayName,'…') or"
                        + " servicePrincipalNames/any(c:c eq '…'), joined by and.",
                "$filter"));
    }
}
