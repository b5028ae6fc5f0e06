package fairlead.cloudformation;

import fairlead.cloudformation.source.Tree;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What a caller has to say yes to.
public enum Capability {
    CAPABILITY_IAM,
    CAPABILITY_NAMED_IAM,
    CAPABILITY_AUTO_EXPAND;

    private static final Map<String, Optional<String>> RIGHTS = new LinkedHashMap<>();

    static {
        RIGHTS.put("AWS::IAM::AccessKey", Optional.empty());
        RIGHTS.put("AWS::IAM::Group", Optional.of("GroupName"));
        RIGHTS.put("AWS::IAM::InstanceProfile", Optional.of("InstanceProfileName"));
        RIGHTS.put("AWS::IAM::ManagedPolicy", Optional.of("ManagedPolicyName"));
        RIGHTS.put("AWS::IAM::Policy", Optional.empty());
        RIGHTS.put("AWS::IAM::Role", Optional.of("RoleName"));
        RIGHTS.put("AWS::IAM::User", Optional.of("UserName"));
        RIGHTS.put("AWS::IAM::UserToGroupAddition", Optional.empty());
    }

    /// What a template needs.
    ///
    /// @param all none if it needs nothing
    /// @param reason why, for the caller; empty if it needs nothing or declares a transform alone
    public record Required(List<Capability> all, Optional<String> reason) {
        public Required {
            all = List.copyOf(all);
        }
    }

    /// @param resources the types and bodies of resources
    static Required of(List<Map.Entry<String, Tree>> resources, boolean transformed) {
        Set<Capability> all = new LinkedHashSet<>();
        Set<String> types = new LinkedHashSet<>();
        for (Map.Entry<String, Tree> resource : resources) {
            Optional<String> name = RIGHTS.get(resource.getKey());
            if (name == null) {
                continue;
            }
            types.add(resource.getKey());
            boolean named = name.flatMap(property ->
                            resource.getValue().member("Properties").flatMap(properties -> properties.member(property)))
                    .isPresent();
            all.add(named ? CAPABILITY_NAMED_IAM : CAPABILITY_IAM);
        }
        if (all.contains(CAPABILITY_NAMED_IAM)) {
            all.remove(CAPABILITY_IAM);
        }
        if (transformed) {
            all.add(CAPABILITY_AUTO_EXPAND);
        }
        return new Required(
                List.copyOf(all),
                types.isEmpty()
                        ? Optional.empty()
                        : Optional.of("The following resource(s) require capabilities: " + types));
    }
}
