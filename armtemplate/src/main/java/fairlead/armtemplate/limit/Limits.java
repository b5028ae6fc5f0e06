package fairlead.armtemplate.limit;

/// How large templates may be.
///
/// @param characters of a template
/// @param resources of a template, with the turns of its loops
/// @param resourceSize characters and items of one resource
/// @param nesting how deep deployments may be nested
public record Limits(
        int characters, int parameters, int variables, int outputs, int resources, int resourceSize, int nesting) {

    /// The limits of the real service.
    public static final Limits DEFAULT = new Limits(4 * 1024 * 1024, 256, 512, 64, 800, 1024 * 1024, 5);
}
