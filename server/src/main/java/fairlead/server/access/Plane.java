package fairlead.server.access;

import java.util.Locale;

/// A plane, as operations are told apart by the AWS Core Specification ("aws.api#controlPlane trait",
/// "aws.api#dataPlane trait"). What is not declared belongs to the control plane.
public enum Plane {
    /// Where resources are managed.
    CONTROL,
    /// Where they are used.
    DATA;

    /// Its name, `data` for example.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
