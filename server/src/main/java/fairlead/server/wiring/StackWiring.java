package fairlead.server.wiring;

import fairlead.handler.Context;
import fairlead.server.http.Surface;
import fairlead.server.plan.SecretDigests;
import fairlead.server.registry.stack.CloudFormationLanguage;
import fairlead.server.registry.stack.CompositeTemplates;
import fairlead.server.registry.stack.GivenTemplates;
import fairlead.server.registry.stack.TemplateFiles;
import fairlead.server.resource.IdentifiedResources;
import fairlead.server.resource.call.InternalClient;
import fairlead.server.scope.Scopes;
import fairlead.server.signature.Signatures;
import fairlead.server.stack.CompositeStacks;
import fairlead.server.stack.StackEngine;
import fairlead.server.stack.http.StackSurface;
import fairlead.server.stack.set.ResourceSets;
import fairlead.server.stack.template.TypeTemplates;
import fairlead.server.type.AccountTypes;
import java.util.List;

/// The wiring of stacks.
final class StackWiring {

    private StackWiring() {}

    /// @param files the templates of nested stacks
    /// @param reading the verbs on resources by which the server itself reads them
    static StackEngine engine(
            StackEngine.Parts parts, TemplateFiles files, Signatures signatures, IdentifiedResources reading) {
        TypeTemplates templates = new CompositeTemplates(
                subscription -> signatures.account(subscription).number());
        return StackEngine.of(
                parts,
                List.of(new CloudFormationLanguage(files, parts.endpoints()), new ResourceSets(parts.types())),
                new CompositeStacks.Parts(templates, StackWiring::behalf, ServerCaller.SERVER, reading));
    }

    /// What a resource is made of lives in its group, and is made for whom the resource is.
    private static CompositeStacks.Behalf behalf(Context context) {
        InternalClient client = InternalClient.of(context)
                .orElseThrow(() -> new IllegalStateException("a template is carried out for an operation alone"));
        return new CompositeStacks.Behalf(
                client.caller(), client.behalf().group(), client.behalf().toString(), client.operation());
    }

    /// Stacks in the native API.
    static Surface surface(
            StackEngine engine, AccountTypes types, Scopes scopes, Signatures signatures, SecretDigests digests) {
        return new StackSurface(new StackSurface.Parts(
                engine,
                scopes,
                subscription -> signatures.account(subscription).group(),
                List.of(
                        new GivenTemplates(
                                subscription -> signatures.account(subscription).number()),
                        new ResourceSets(types)),
                digests));
    }
}
