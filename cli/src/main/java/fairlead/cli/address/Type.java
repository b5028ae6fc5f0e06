package fairlead.cli.address;

import java.util.Arrays;
import java.util.List;

/// A resource type as a request needs it.
///
/// @param typeName `Fairlead::Lab::Thing`; empty where only the ARM type was given and no server was asked
/// @param armType `Fairlead.Lab/things`, or with a parent `Fairlead.Pki/authorities/certificates`
/// @param apiVersion the `api-version` of requests
public record Type(String typeName, String armType, String apiVersion) {

    String namespace() {
        return armType.substring(0, armType.indexOf('/'));
    }

    /// `authorities`, `certificates`: one for each name of a resource.
    List<String> segments() {
        return Arrays.asList(armType.substring(armType.indexOf('/') + 1).split("/"));
    }
}
