package fairlead.cloudformation.limit;

/// How large a template and what it comes to may be.
///
/// @param template the size of the text
/// @param counts how many members its sections may have
/// @param evaluated how large what its functions come to may be
public record Limits(Text template, Counts counts, Evaluated evaluated) {

    /// The limits of CloudFormation.
    public static Limits standard() {
        return new Limits(
                new Text(51_200, 1 << 20), new Counts(500, 200, 200, 200, 200, 60), new Evaluated(4 << 20, 64));
    }

    /// @param inline in bytes, of a template that comes within a request; asked for by [#checkInline]
    /// @param most in bytes, of any template, aliases unfolded
    public record Text(int inline, int most) {}

    /// @param resources in a template, loops unfolded
    /// @param parameters that a template declares
    /// @param mappings that a template has
    /// @param attributes of a mapping, and of each of its members
    /// @param outputs of a template, loops unfolded
    /// @param dynamicReferences in a template
    public record Counts(
            int resources, int parameters, int mappings, int attributes, int outputs, int dynamicReferences) {}

    /// @param size in characters, of all that functions come to
    /// @param depth of functions within functions
    public record Evaluated(long size, int depth) {}

    /// The text of the error by which CloudFormation refuses a `TemplateBody` that is too long, empty if it is not.
    ///
    /// @param body as the request has it
    public String checkInline(String body) {
        int bytes = body.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
        return bytes <= template.inline
                ? ""
                : "1 validation error detected: Value '" + body
                        + "' at 'templateBody' failed to satisfy constraint: Member must have length less than or"
                        + " equal to "
                        + template.inline;
    }
}
