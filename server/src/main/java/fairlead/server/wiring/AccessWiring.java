package fairlead.server.wiring;

import fairlead.server.access.AccessControl;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.access.RefusalTrail;
import fairlead.server.access.identity.Bootstrap;
import fairlead.server.access.identity.Directory;
import fairlead.server.access.identity.DirectoryObject;
import fairlead.server.access.identity.IdentitySurface;
import fairlead.server.access.identity.token.Authority;
import fairlead.server.access.identity.token.AuthorityKeys;
import fairlead.server.access.identity.token.BearerAuthenticator;
import fairlead.server.access.identity.token.IssuersFile;
import fairlead.server.access.identity.token.TokenVerifier;
import fairlead.server.access.role.CurrentRules;
import fairlead.server.access.role.Roles;
import fairlead.server.access.role.RuleChanges;
import fairlead.server.arm.authorization.AuthorizationSurface;
import fairlead.server.database.Database;
import fairlead.server.database.Dialect;
import fairlead.server.http.Surface;
import fairlead.server.limit.FailedAttempts;
import fairlead.server.login.LoginSurface;
import fairlead.server.options.Options;
import fairlead.server.secret.Vault;
import fairlead.server.signature.Key;
import fairlead.server.signature.Signatures;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// Who comes in and who may do what: the rules, the one place that decides by them, and the surfaces by which people
/// sign in
/// and give roles.
record AccessWiring(Database database, Options options, Sources sources, CurrentRules rules, Authorizer authorizer) {

    static AccessWiring of(Database database, Options options, Sources sources, Deque<AutoCloseable> opened) {
        CurrentRules rules = new CurrentRules(database);
        opened.push(rules);
        if (database.dialect() == Dialect.POSTGRESQL) {
            rules.following();
        }
        boolean required = options.authentication().required();
        Authorizer authorizer = required ? Authorizer.by(rules, rules::in) : Authorizer.open();
        return new AccessWiring(database, options, sources, rules, authorizer);
    }

    /// Those who sign by the keys of the credential file, so that roles can be given to them.
    private static void keepUsers(Directory directory, Signatures signatures) {
        Caller start = new Caller(Principal.ANONYMOUS, "start", "start", Optional.empty(), "");
        for (Key key : signatures.keys()) {
            String issuer = Key.issuer(key.account().number());
            if (directory.find(DirectoryObject.idOf(issuer, key.user())).isEmpty()) {
                directory.keep(start, key.user(), issuer, key.user());
            }
        }
    }

    /// The surfaces, and how callers are recognised.
    record Doors(List<Surface> surfaces, AccessControl control) {

        /// The same, with these surfaces instead.
        Doors with(List<Surface> others) {
            return new Doors(others, control);
        }

        /// Some surfaces, then these, and then others.
        List<Surface> after(List<Surface> first, Surface... others) {
            List<Surface> all = new ArrayList<>(first);
            all.addAll(surfaces);
            all.addAll(List.of(others));
            return all;
        }
    }

    /// @param signatures whose users are principals, too
    /// @param refusals where it is told who was refused what
    Doors doors(Vault vault, AuditTrail audit, Signatures signatures, RefusalTrail refusals) {
        RuleChanges changes = new RuleChanges(database, rules);
        Roles roles = new Roles(database, authorizer, changes, audit, sources.clock());
        Surface authorization = new AuthorizationSurface(roles, authorizer, rules);
        Directory directory = new Directory(database, changes, audit, sources.clock(), sources.ids(), Sources::secret);
        Bootstrap bootstrap = new Bootstrap(directory, roles, options.storage().data(), sources.clock());
        List<Surface> surfaces =
                new ArrayList<>(List.of(authorization, new IdentitySurface(directory, bootstrap, authorizer)));
        FailedAttempts attempts = new FailedAttempts(sources.elapsed());
        if (!options.authentication().required()) {
            surfaces.add(new LoginSurface(sources.clock(), Optional.empty(), attempts));
            return new Doors(surfaces, AccessControl.development());
        }
        bootstrap.offer(Sources.secret());
        keepUsers(directory, signatures);
        AuthorityKeys keys = new AuthorityKeys(database, vault, sources.shared(), sources.ids());
        var trusted = options.authentication().issuers().map(IssuersFile::read).orElse(List.of());
        TokenVerifier verifier = new TokenVerifier(trusted, keys, sources.clock());
        Authority authority = new Authority(directory, keys, verifier, sources.clock(), sources.ids());
        surfaces.add(new LoginSurface(sources.clock(), Optional.of(authority), attempts));
        Optional<String> publicUrl =
                options.listening().publicUrl().map(url -> url.toString().replaceAll("/+$", ""));
        return new Doors(
                surfaces,
                new AccessControl(
                        new BearerAuthenticator(verifier, rules, publicUrl, sources.clock()),
                        authorizer,
                        refusals::note));
    }
}
