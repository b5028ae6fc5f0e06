package fairlead.server.registry;

import fairlead.server.problem.ProblemException;
import fairlead.server.registry.query.CommonErrors;
import fairlead.server.registry.query.QueryCall;
import fairlead.server.registry.query.QueryService;
import fairlead.server.registry.query.XmlWriter;
import fairlead.server.registry.registration.PackageFinder;
import fairlead.server.registry.registration.TypeJobs;
import fairlead.server.type.Registrations;
import fairlead.server.type.Types;

/// The actions of CloudFormation's registry. There are no stacks here, and so none of their actions.
public final class RegistryActions implements QueryService {

    private static final String VERSION = "2010-05-15";

    private final TypeActions types;
    private final VersionActions versions;
    private final RegistrationActions registrations;
    private final ConfigurationActions configurations;
    private final PublicActions publics;

    public RegistryActions(Types types, Registrations registrations, TypeJobs jobs, PackageFinder packages) {
        TypeFinder finder = new TypeFinder(types);
        this.types = new TypeActions(types, finder, jobs);
        versions = new VersionActions(types, finder, registrations, jobs);
        this.registrations = new RegistrationActions(jobs, packages);
        configurations = new ConfigurationActions(types, finder, registrations);
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
    public void answer(QueryCall call, XmlWriter result) {
        try {
            act(call, result);
        } catch (ProblemException refused) {
            throw new ProblemException(RegistryProblems.translated(refused.problem()));
        }
    }

    private void act(QueryCall call, XmlWriter result) {
        switch (call.action()) {
            case "DescribeType" -> types.describe(call, result);
            case "ListTypes" -> types.list(call, result);
            case "ListTypeVersions" -> versions.list(call, result);
            case "SetTypeDefaultVersion" -> versions.setDefault(call);
            case "DeregisterType" -> versions.deregister(call);
            case "TestType" -> versions.test(call, result);
            case "RegisterType" -> registrations.register(call, result);
            case "DescribeTypeRegistration" -> registrations.describe(call, result);
            case "ListTypeRegistrations" -> registrations.list(call, result);
            case "SetTypeConfiguration" -> configurations.set(call, result);
            case "BatchDescribeTypeConfigurations" -> configurations.describe(call, result);
            case "ActivateType" -> publics.activate(call, result);
            case "DeactivateType" -> publics.deactivate(call);
            case "PublishType", "RegisterPublisher", "DescribePublisher" -> throw PublicActions.nothingIsPublished();
            default -> throw CommonErrors.noSuchAction(call.action(), VERSION);
        }
    }
}
