package fairlead.server.arm.address;

import fairlead.schema.text.PlainNames;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;

/// What every name in an address has to look like, whatever its type says beyond that.
public final class Names {

    private static final int LONGEST = 260;
    private static final int LONGEST_GROUP = 90;
    private static final String FORBIDDEN = "<>%&:\\?/";

    private Names() {}

    /// Refuses a resource name that could not be told from other parts of an address.
    public static void require(String name) {
        boolean sound = name.length() <= LONGEST
                && name.chars().noneMatch(c -> FORBIDDEN.indexOf(c) >= 0 || Character.isISOControl(c));
        if (!sound) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_RESOURCE_NAME,
                    "The resource name '" + name + "' is invalid: a name has up to " + LONGEST + " characters, none of "
                            + String.join(" ", FORBIDDEN.split("")) + " and no control characters.",
                    "name"));
        }
    }

    /// Refuses the name of something new that looks like another name; what has one already can still be addressed.
    public static void requireNew(String name) {
        require(name);
        PlainNames.flaw(name).ifPresent(flaw -> {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_RESOURCE_NAME,
                    "The resource name '" + name + "' is invalid: it " + flaw + ".",
                    "name"));
        });
    }

    /// Refuses the name of a group that must not be made.
    public static void requireGroup(String name) {
        boolean sound = name.length() <= LONGEST_GROUP
                && !name.endsWith(".")
                && PlainNames.flaw(name).isEmpty()
                && name.codePoints().allMatch(c -> Character.isLetterOrDigit(c) || "-_().".indexOf(c) >= 0);
        if (!sound) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_RESOURCE_GROUP,
                    "The resource group name '" + name + "' is invalid: a name has up to " + LONGEST_GROUP
                            + " letters, digits, '-', '_', '(', ')' and '.', does not end in '.', and is in the normal"
                            + " form C of Unicode.",
                    "resourceGroupName"));
        }
    }
}
