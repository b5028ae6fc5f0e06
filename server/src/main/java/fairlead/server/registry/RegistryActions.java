package fairlead.server.registry;

import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.problem.ProblemException;
import fairlead.server.registry.query.CommonErrors;
import fairlead.server.registry.query.QueryCall;
import fairlead.server.registry.query.QueryParameters;
import fairlead.server.registry.query.QueryService;
import fairlead.server.registry.query.XmlWriter;
import fairlead.server.registry.registration.PackageFinder;
import fairlead.server.registry.registration.TypeJobs;
import fairlead.server.type.Registrations;
import fairlead.server.type.Types;
import fairlead.server.type.hook.HookResults;
import fairlead.server.type.hook.HookTypes;
import java.util.List;
import java.util.Optional;

/// The actions of CloudFormation's registry. There are no stacks here, and so none of their actions.
public final class RegistryActions implements QueryService {

    private static final String VERSION = "2010-05-15";

    private final TypeActions types;
    private final VersionActions versions;
    private final RegistrationActions registrations;
    private final ConfigurationActions configurations;
    private final PublicActions publics;
    private final Owners owners;
    private final HookActions hooks;
    private final HookResultActions hookResults;

    /// Hooks, and what they have said.
    ///
    /// @param authorizer says of whose resources the caller is told
    public record Hooks(HookTypes types, HookResults results, Authorizer authorizer) {}

    /// @param anyKey whether the server takes any key, for it has no credentials
    public RegistryActions(
            Types types,
            Registrations registrations,
            Hooks hooks,
            TypeJobs jobs,
            PackageFinder packages,
            boolean anyKey) {
        Owners owners = new Owners(types, anyKey);
        this.hooks = new HookActions(hooks.types(), owners);
        hookResults = new HookResultActions(hooks.results(), owners, hooks.authorizer());
        TypeFinder finder = new TypeFinder(owners);
        this.owners = owners;
        this.types = new TypeActions(finder, jobs, owners);
        versions = new VersionActions(finder, registrations, jobs, owners);
        this.registrations = new RegistrationActions(jobs, packages, owners, this.hooks);
        configurations = new ConfigurationActions(finder, registrations, owners);
        publics = new PublicActions(finder);
    }

    @Override
    public String version() {
        return VERSION;
    }

    @Override
    public String namespace() {
        return "http://cloudformation.amazonaws.com/doc/2010-05-15/";
    }

    @Override
    public String signingName() {
        return "cloudformation";
    }

    @Override
    public boolean changes(String action) {
        return RegistryAction.parse(action).filter(RegistryAction::changes).isPresent();
    }

    @Override
    public Optional<Action> asks(String action) {
        return RegistryAction.parse(action).map(RegistryAction::permission);
    }

    @Override
    public void answer(QueryCall call, XmlWriter result) {
        try {
            act(call, result);
        } catch (ProblemException refused) {
            throw new ProblemException(RegistryProblems.translated(refused.problem(), owners.account(call)));
        }
    }

    /// What has an effect at AWS and would have none here is refused.
    private static void requireNoneOf(List<String> unheeded, QueryCall call) {
        unheeded.stream()
                .filter(name -> call.parameters().text(name).isPresent())
                .findFirst()
                .ifPresent(name -> {
                    throw RegistryProblems.refused(
                            name + " has no effect here, where nothing is published or delivered: leave it out.");
                });
    }

    private void act(QueryCall call, XmlWriter result) {
        RegistryAction action = RegistryAction.parse(call.action())
                .orElseThrow(() -> CommonErrors.noSuchAction(call.action(), VERSION));
        if (!RegistryAction.OF_PUBLISHERS.contains(action)) {
            requireNoneOf(InputMembers.of(action).refused(), call);
        }
        if (!isOfHook(action, call)) {
            actOnType(action, call, result);
            return;
        }
        switch (action) {
            case DESCRIBE_TYPE -> hooks.describe(call, result);
            case LIST_TYPES -> hooks.list(call, result);
            case LIST_TYPE_VERSIONS -> hooks.listVersions(call, result);
            case SET_TYPE_DEFAULT_VERSION -> hooks.setDefault(call);
            case DEREGISTER_TYPE -> hooks.deregister(call);
            case SET_TYPE_CONFIGURATION -> hooks.configure(call, result);
            case BATCH_DESCRIBE_TYPE_CONFIGURATIONS -> hooks.describeConfigurations(call, result);
            case TEST_TYPE -> throw RegistryProblems.refused("Hooks can't be tested here.");
            case REGISTER_TYPE,
                    DESCRIBE_TYPE_REGISTRATION,
                    LIST_TYPE_REGISTRATIONS,
                    LIST_HOOK_RESULTS,
                    GET_HOOK_RESULT,
                    ACTIVATE_TYPE,
                    DEACTIVATE_TYPE,
                    PUBLISH_TYPE,
                    REGISTER_PUBLISHER,
                    DESCRIBE_PUBLISHER -> actOnType(action, call, result);
        }
    }

    private static boolean isOfHook(RegistryAction action, QueryCall call) {
        if (action != RegistryAction.BATCH_DESCRIBE_TYPE_CONFIGURATIONS) {
            return HookActions.isMeant(call.parameters());
        }
        List<QueryParameters> identifiers = call.parameters().structures("TypeConfigurationIdentifiers");
        long ofHooks = identifiers.stream().filter(HookActions::isMeant).count();
        if (ofHooks > 0 && ofHooks < identifiers.size()) {
            throw RegistryProblems.refused("Ask for hooks and for resource types in calls of their own.");
        }
        return ofHooks > 0;
    }

    private void actOnType(RegistryAction action, QueryCall call, XmlWriter result) {
        switch (action) {
            case DESCRIBE_TYPE -> types.describe(call, result);
            case LIST_TYPES -> types.list(call, result);
            case LIST_TYPE_VERSIONS -> versions.list(call, result);
            case SET_TYPE_DEFAULT_VERSION -> versions.setDefault(call);
            case DEREGISTER_TYPE -> versions.deregister(call);
            case TEST_TYPE -> versions.test(call, result);
            case REGISTER_TYPE -> registrations.register(call, result);
            case DESCRIBE_TYPE_REGISTRATION -> registrations.describe(call, result);
            case LIST_TYPE_REGISTRATIONS -> registrations.list(call, result);
            case SET_TYPE_CONFIGURATION -> configurations.set(call, result);
            case BATCH_DESCRIBE_TYPE_CONFIGURATIONS -> configurations.describe(call, result);
            case LIST_HOOK_RESULTS -> hookResults.list(call, result);
            case GET_HOOK_RESULT -> hookResults.get(call, result);
            case ACTIVATE_TYPE -> publics.activate(call, result);
            case DEACTIVATE_TYPE -> publics.deactivate(call);
            case PUBLISH_TYPE, REGISTER_PUBLISHER, DESCRIBE_PUBLISHER -> throw PublicActions.nothingIsPublished();
        }
    }
}
