package fairlead.server.wiring;

import fairlead.server.access.AccessControl;
import fairlead.server.access.AccessCopy;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Authenticator;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.access.RefusalTrail;
import fairlead.server.access.audit.DecisionLookup;
import fairlead.server.access.cell.FrontAuthenticator;
import fairlead.server.access.cell.FrontRules;
import fairlead.server.access.cell.FrontTokens;
import fairlead.server.access.identity.Bootstrap;
import fairlead.server.access.identity.CertificateAuthenticator;
import fairlead.server.access.identity.CredentialUses;
import fairlead.server.access.identity.Directory;
import fairlead.server.access.identity.DirectoryObject;
import fairlead.server.access.identity.IdentitySurface;
import fairlead.server.access.identity.accesskey.AccessKeySurface;
import fairlead.server.access.identity.accesskey.AccessKeys;
import fairlead.server.access.identity.graph.GraphSurface;
import fairlead.server.access.identity.token.Authority;
import fairlead.server.access.identity.token.AuthorityKeys;
import fairlead.server.access.identity.token.BearerAuthenticator;
import fairlead.server.access.identity.token.Devices;
import fairlead.server.access.identity.token.IssuersFile;
import fairlead.server.access.identity.token.TokenVerifier;
import fairlead.server.access.identity.token.TrustedIssuer;
import fairlead.server.access.role.CurrentRules;
import fairlead.server.access.role.OwnedDenials;
import fairlead.server.access.role.Roles;
import fairlead.server.access.role.RuleChanges;
import fairlead.server.arm.authorization.AuthorizationSurface;
import fairlead.server.database.Database;
import fairlead.server.database.Dialect;
import fairlead.server.http.Surface;
import fairlead.server.limit.FailedAttempts;
import fairlead.server.login.DeviceSurface;
import fairlead.server.login.LoginSurface;
import fairlead.server.login.SignInSurface;
import fairlead.server.options.Authentication;
import fairlead.server.options.Options;
import fairlead.server.region.cell.AccessCopies;
import fairlead.server.region.cell.HomeOnly;
import fairlead.server.registry.sts.Sessions;
import fairlead.server.scope.Locations;
import fairlead.server.scope.Scopes;
import fairlead.server.secret.Vault;
import fairlead.server.signature.Account;
import fairlead.server.signature.AssumedRoles;
import fairlead.server.signature.Credentials;
import fairlead.server.signature.Key;
import fairlead.server.signature.Signatures;
import fairlead.server.telemetry.Metrics;
import fairlead.server.type.Types;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// Who comes in and who may do what: the rules, the one place that decides by them, and the surfaces by which
/// people sign in and give roles.
record AccessWiring(Database database, Options options, Sources sources, CurrentRules rules, Authorizer authorizer) {

    /// Who is known here, and what they sign in with.
    ///
    /// @param tokens how tokens are verified and given
    record Identities(AuditTrail audit, Directory directory, AccessKeys keys, Devices devices, Tokens tokens) {}

    /// @param signing the keys by which tokens are signed that are given here
    /// @param issuers others whose tokens are taken
    record Tokens(AuthorityKeys signing, TokenVerifier verifier, List<TrustedIssuer> issuers) {}

    Identities identities(Vault vault, AuditTrail audit, Deque<AutoCloseable> opened) {
        CredentialUses uses = new CredentialUses(database, sources.clock()).begin();
        opened.push(uses);
        RuleChanges changes = new RuleChanges(database, rules);
        Directory directory = new Directory(database, changes, audit, sources.clock(), sources.ids(), Sources::secret);
        AccessKeys keys = new AccessKeys(database, rules, audit, uses, vault, sources.clock(), Sources::secret);
        AuthorityKeys signing = new AuthorityKeys(database, vault, sources.shared(), sources.ids(), rules.copy());
        List<TrustedIssuer> trusted =
                options.authentication().issuers().map(IssuersFile::read).orElse(List.of());
        TokenVerifier verifier = new TokenVerifier(trusted, signing, sources.clock());
        Devices devices = new Devices(database, rules, audit, sources.clock(), sources.ids(), Sources::secret);
        return new Identities(audit, directory, keys, devices, new Tokens(signing, verifier, trusted));
    }

    /// What templates are carried out with: where they are found, and what they can do with access.
    TemplateMeans templates(AuditTrail audit, RegistryWiring registry) {
        RuleChanges changes = new RuleChanges(database, rules);
        return new TemplateMeans(
                registry.templates(),
                registry.links(),
                new Roles(database, authorizer, changes, audit, sources.clock()),
                new OwnedDenials(database, changes, audit, sources.clock(), !authorizer.isOpen()));
    }

    /// Who may sign requests.
    Signatures signatures(Identities identities) {
        Signatures signatures = known(identities);
        return options.authentication().once() ? signatures.once() : signatures;
    }

    private Signatures known(Identities identities) {
        Authentication authentication = options.authentication();
        Optional<Credentials> file = authentication.credentials().map(Credentials::read);
        if (authentication.required()) {
            return Signatures.of(file.orElseGet(Credentials::none), identities.keys(), sources.clock());
        }
        return file.map(known -> Signatures.of(known, sources.clock()))
                .orElseGet(() -> Signatures.anyKey(sources.clock()));
    }

    /// As whom AWS tools can act.
    AssumedRoles roles(Identities identities, Signatures signatures, Scopes scopes) {
        return new AssumedRoles(
                identities.directory(),
                authorizer,
                signatures,
                id -> scopes.findSubscription(id).isPresent());
    }

    /// What begins their sessions; empty in development mode, where there are no principals.
    ///
    /// @param records where refusals are that are not written yet
    Optional<Sessions> sessions(Identities identities, AssumedRoles roles, RefusalTrail records) {
        AuditTrail audit = identities.audit();
        Roles own = new Roles(database, authorizer, new RuleChanges(database, rules), audit, sources.clock());
        return Optional.of(new Sessions(
                        identities.keys(),
                        roles,
                        identities.directory(),
                        identities.tokens().verifier(),
                        decisions(audit, own, records),
                        sources.clock()))
                .filter(_ -> options.authentication().required());
    }

    private IdentitySurface.Decisions decisions(AuditTrail audit, Roles roles, RefusalTrail records) {
        return new DecisionLookup(database, audit, authorizer, roles, sources.clock(), records::flush)::why;
    }

    /// The accounts for which keys are minted: each has a group in which resources live that are made without naming
    /// one.
    private static AccessKeySurface.Subscriptions subscriptions(Signatures signatures, Scopes scopes) {
        return new AccessKeySurface.Subscriptions() {
            @Override
            public String account(Caller caller, String subscription) {
                scopes.subscription(subscription);
                Account account = signatures.account(subscription);
                if (scopes.findGroup(subscription, account.group()).isEmpty()) {
                    ControlPlane.makeGroup(scopes, caller, subscription, account.group());
                }
                return account.number();
            }

            @Override
            public String number(String subscription) {
                return signatures.account(subscription).number();
            }
        };
    }

    static AccessWiring of(
            Database database, Options options, Sources sources, Metrics metrics, Deque<AutoCloseable> opened) {
        CurrentRules rules = new CurrentRules(database, sources.clock(), copy(options, sources));
        opened.push(rules);
        rules.copy().measured(metrics);
        if (database.dialect() == Dialect.POSTGRESQL) {
            rules.following();
        }
        boolean required = options.authentication().required();
        boolean inFront = options.authentication().cellKey().isPresent();
        Authorizer closed = inFront
                ? Authorizer.by(
                        () -> new FrontRules(rules.get()),
                        transaction -> new FrontRules(rules.in(transaction)),
                        rules.copy())
                : Authorizer.by(rules, rules::in);
        Authorizer authorizer = required ? closed : Authorizer.open();
        return new AccessWiring(database, options, sources, rules, authorizer);
    }

    /// The home of subscriptions has the original of the access data; every other cell that callers sign in to has a
    /// copy.
    private static AccessCopy copy(Options options, Sources sources) {
        Locations places = options.placement().places();
        boolean original = options.authentication().cellKey().isEmpty()
                || places.serves(places.offered().getFirst());
        return original
                ? AccessCopy.original()
                : AccessCopy.of(places.offered().getFirst(), sources.elapsed(), FrontTokens.FRONT.id());
    }

    /// By which it is known that a front asks.
    static Optional<FrontTokens> tokens(Options options, Sources sources) {
        return options.authentication().cellKey().map(file -> FrontTokens.read(file, sources.clock()));
    }

    /// What is the same in all cells; empty where there are none, or callers need not sign in.
    Optional<AccessCopies> copies(Identities identities, PolicyWiring policies, Types types, Vault vault) {
        return options.authentication()
                .cellKey()
                .map(_ -> new AccessCopies(
                        new AccessCopies.Decided(
                                database, rules.copy(), new RuleChanges(database, rules), policies.current()),
                        types.sealing().quotas(),
                        identities.tokens().signing(),
                        identities.keys(),
                        vault,
                        sources.ids().get()));
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
    /// @param records where it is told who was refused what, and who has signed in
    Doors doors(
            Identities identities,
            Signatures signatures,
            Scopes scopes,
            RefusalTrail records,
            Deque<AutoCloseable> opened) {
        AuditTrail audit = identities.audit();
        Directory directory = identities.directory();
        Roles roles = new Roles(database, authorizer, new RuleChanges(database, rules), audit, sources.clock());
        Bootstrap bootstrap = new Bootstrap(directory, roles, options.storage().data(), sources.clock());
        List<Surface> surfaces = new ArrayList<>(List.of(
                new AuthorizationSurface(roles, authorizer, rules),
                new AccessKeySurface(identities.keys(), subscriptions(signatures, scopes)),
                new IdentitySurface(directory, bootstrap, roles, authorizer, decisions(audit, roles, records)),
                new GraphSurface(directory, authorizer, rules::identities),
                new SignInSurface(identities.tokens().issuers())));
        AuditWiring.tellBegin(records, options, opened);
        FailedAttempts attempts = new FailedAttempts(sources.elapsed());
        if (!options.authentication().required()) {
            surfaces.add(new DeviceSurface(identities.devices(), Optional.empty()));
            surfaces.add(new LoginSurface(sources.clock(), Optional.empty(), attempts));
            return new Doors(surfaces, AccessControl.development(records));
        }
        boolean original = !rules.copy().isCopy();
        if (original) {
            bootstrap.offer(Sources.secret());
            keepUsers(directory, signatures);
        }
        TokenVerifier verifier = identities.tokens().verifier();
        Optional<Authority> authority = Optional.of(authority(identities));
        Surface signingIn = new LoginSurface(sources.clock(), authority, attempts).telling(records);
        surfaces.add(new HomeOnly(new DeviceSurface(identities.devices(), authority), rules.copy()));
        surfaces.add(new HomeOnly(signingIn, rules.copy()));
        Optional<String> publicUrl =
                options.listening().publicUrl().map(url -> url.toString().replaceAll("/+$", ""));
        // Who is met is kept where the original is.
        BearerAuthenticator.Newcomers newcomers = original ? directory::meet : (_, _, _) -> {};
        Authenticator callers = new CertificateAuthenticator(
                directory,
                rules,
                sources.clock(),
                new BearerAuthenticator(verifier, rules, publicUrl, sources.clock(), newcomers));
        Authenticator all = tokens(options, sources)
                .<Authenticator>map(tokens -> new FrontAuthenticator(tokens, callers))
                .orElse(callers);
        return new Doors(surfaces, new AccessControl(all, authorizer, records));
    }

    private Authority authority(Identities identities) {
        return new Authority(
                identities.directory(),
                identities.tokens().signing(),
                identities.tokens().verifier(),
                identities.devices(),
                database,
                sources.clock(),
                sources.ids());
    }
}
