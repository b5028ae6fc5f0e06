package fairlead.server.wiring;

import fairlead.server.http.Surface;
import fairlead.server.plan.SecretDigests;
import fairlead.server.registry.stack.CloudFormationLanguage;
import fairlead.server.registry.stack.GivenTemplates;
import fairlead.server.registry.stack.TemplateFiles;
import fairlead.server.scope.Scopes;
import fairlead.server.signature.Signatures;
import fairlead.server.stack.StackEngine;
import fairlead.server.stack.http.StackSurface;
import java.util.List;

/// The wiring of stacks.
final class StackWiring {

    private StackWiring() {}

    /// @param files the templates of nested stacks
    static StackEngine engine(StackEngine.Parts parts, TemplateFiles files) {
        return StackEngine.of(parts, List.of(new CloudFormationLanguage(files, parts.endpoints())));
    }

    /// Stacks in the native API.
    static Surface surface(StackEngine engine, Scopes scopes, Signatures signatures, SecretDigests digests) {
        return new StackSurface(new StackSurface.Parts(
                engine,
                scopes,
                subscription -> signatures.account(subscription).group(),
                List.of(new GivenTemplates(
                        subscription -> signatures.account(subscription).number())),
                digests));
    }
}
