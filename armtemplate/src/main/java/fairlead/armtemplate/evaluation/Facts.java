package fairlead.armtemplate.evaluation;

import java.util.Set;

/// The functions that depend on where and when a template is deployed.
final class Facts {

    private static final Set<String> NAMES = Set.of(
            "utcnow",
            "newguid",
            "subscription",
            "resourcegroup",
            "tenant",
            "managementgroup",
            "deployment",
            "environment",
            "deployer",
            "providers",
            "pickzones",
            "resourceid",
            "subscriptionresourceid",
            "tenantresourceid",
            "managementgroupresourceid",
            "extensionresourceid");

    private Facts() {}

    /// @param name in lower case
    static boolean isFact(String name) {
        return NAMES.contains(name);
    }
}
