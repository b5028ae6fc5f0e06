package fairlead.server.stack.deployment;

/// Who is asked before a deployment puts a resource, so that what a deployment stack puts belongs to it from then on.
public interface Claims {

    /// No resource belongs to a stack.
    Claims NONE = (_, _, _) -> {};

    /// Has a resource belong to the deployment stack that the deployment is done for, if it is done for one; a problem
    /// if it belongs to another stack.
    ///
    /// @param type of the resource, in the words of the template
    void claim(Deployment deployment, String resource, String type);
}
