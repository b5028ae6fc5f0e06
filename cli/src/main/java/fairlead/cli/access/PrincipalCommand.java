package fairlead.cli.access;

import fairlead.cli.address.Address;
import fairlead.cli.http.Answer;
import fairlead.cli.http.Request;
import fairlead.cli.input.Documents;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Output;
import fairlead.cli.session.Pages;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.session.SignIn;
import fairlead.cli.terminal.Table;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The commands on principals: who can sign in, and by what.
@Command(
        name = "principal",
        synopsisSubcommandLabel = "COMMAND",
        description = "Make service principals and groups, and what they sign in with.",
        commandListHeading = "%nCommands:%n")
public final class PrincipalCommand {

    static final String ALL = "/fairlead/principals";

    private PrincipalCommand() {}

    public static CommandLine of(Session session) {
        return new CommandLine(new PrincipalCommand())
                .addSubcommand(new Create(session))
                .addSubcommand(new ListAll(session))
                .addSubcommand(new Secret(session))
                .addSubcommand(KeyCommand.of(session))
                .addSubcommand(new Certificate(session))
                .addSubcommand(new CertificateName(session))
                .addSubcommand(new Federate(session))
                .addSubcommand(new Disable(session))
                .addSubcommand(new Revoke(session))
                .addSubcommand(new Delete(session))
                .addSubcommand(new Member(session));
    }

    /// The id of a principal that is named by it or by its name.
    static String id(Session session, String text) throws InterruptedException {
        if (text.matches("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")) {
            return text;
        }
        List<String> found = new Pages(session, ALL, Integer.MAX_VALUE)
                .trees().stream()
                        .filter(one -> one.path("name").asString("").equals(text))
                        .map(one -> one.path("id").asString(""))
                        .toList();
        if (found.size() != 1) {
            throw new Refused(
                    found.isEmpty() ? Exit.NOT_FOUND : Exit.CONFLICT,
                    found.isEmpty()
                            ? "there is no principal '" + text + "'"
                            : "several principals are named '" + text + "': " + String.join(", ", found));
        }
        return found.getFirst();
    }

    private static String path(Session session, String principal) throws InterruptedException {
        return ALL + "/" + Address.encode(id(session, principal));
    }

    @Command(name = "create", description = "Make a service principal, or a group. Its id is printed.")
    static final class Create implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "NAME", description = "its name")
        private String name = "";

        @Option(names = "--group", description = "a group, to which roles are assigned for its members")
        private boolean group;

        Create(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            ObjectNode wish = Documents.MAPPER.createObjectNode().put("name", name);
            wish.put("kind", group ? "group" : "service");
            Answer answer = session.server().ask(Documents.request(Request.Method.POST, ALL, wish));
            session.out().println(answer.json().path("id").asString(""));
            return Exit.OK.code();
        }
    }

    @Command(name = "list", description = "List the principals that are kept here.")
    static final class ListAll implements Callable<Integer> {

        private final Session session;

        @Mixin
        private Output output = new Output();

        ListAll(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            Pages pages = new Pages(session, ALL, Integer.MAX_VALUE);
            if (output.json()) {
                pages.printJson();
                return Exit.OK.code();
            }
            Table table = new Table().key("NAME").column("KIND").column("ID").column("STATE");
            pages.trees()
                    .forEach(one -> table.row(
                            one.path("name").asString(""),
                            one.path("kind").asString(""),
                            one.path("id").asString(""),
                            one.path("disabled").asBoolean() ? "disabled" : ""));
            session.print(table);
            return Exit.OK.code();
        }
    }

    @Command(
            name = "secret",
            description = "Give a service principal a secret, which is shown once; list or remove them.")
    static final class Secret implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "PRINCIPAL", description = "its name or id")
        private String principal = "";

        @Option(names = "--days", paramLabel = "N", description = "how long it is good (else 90, at most 365)")
        private Optional<Integer> days = Optional.empty();

        @Option(names = "--list", description = "list its credentials instead")
        private boolean list;

        @Option(names = "--remove", paramLabel = "ID", description = "remove that credential instead")
        private Optional<String> remove = Optional.empty();

        Secret(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            String path = path(session, principal);
            if (remove.isPresent()) {
                session.server().ask(Request.delete(path + "/credentials/" + Address.encode(remove.get())));
                session.done("credential removed");
            } else if (list) {
                Table table =
                        new Table().key("ID").column("KIND").column("BEGINS").column("ENDS");
                for (JsonNode one :
                        session.server().get(path + "/secrets").json().path("value")) {
                    table.row(
                            one.path("id").asString(""),
                            one.path("kind").asString(""),
                            one.path("hint").asString(""),
                            one.path("ends").asString(""));
                }
                session.print(table);
            } else {
                ObjectNode wish = Documents.MAPPER.createObjectNode();
                days.ifPresent(number -> wish.put("days", number));
                Answer answer = session.server().ask(Documents.request(Request.Method.POST, path + "/secrets", wish));
                session.out().println(answer.json().path("secret").asString(""));
            }
            return Exit.OK.code();
        }
    }

    @Command(name = "federate", description = "Let a service principal sign in by the tokens of another issuer.")
    static final class Federate implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "PRINCIPAL", description = "its name or id")
        private String principal = "";

        @Option(names = "--issuer", paramLabel = "URL", required = true, description = "who issues the tokens")
        private String issuer = "";

        @Option(names = "--subject", paramLabel = "TEXT", required = true, description = "their sub, exactly")
        private String subject = "";

        @Option(names = "--audience", paramLabel = "TEXT", required = true, description = "their aud, exactly")
        private String audience = "";

        Federate(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            ObjectNode wish = Documents.MAPPER
                    .createObjectNode()
                    .put("issuer", issuer)
                    .put("subject", subject)
                    .put("audience", audience);
            session.server().ask(Documents.request(Request.Method.POST, path(session, principal) + "/federated", wish));
            session.done(principal + " signs in by tokens of " + issuer);
            return Exit.OK.code();
        }
    }

    @Command(name = "certificate", description = "Let a service principal sign in by the private key of a certificate.")
    static final class Certificate implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "PRINCIPAL", description = "its name or id")
        private String principal = "";

        @Parameters(index = "1", paramLabel = "FILE", description = "the certificate, as PEM")
        private Path file = Path.of("");

        @Option(names = "--days", paramLabel = "N", description = "how long it is good (else 90, at most 365)")
        private Optional<Integer> days = Optional.empty();

        Certificate(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            ObjectNode wish = Documents.MAPPER.createObjectNode().put("certificate", SignIn.read(file));
            days.ifPresent(number -> wish.put("days", number));
            JsonNode made = session.server()
                    .ask(Documents.request(Request.Method.POST, path(session, principal) + "/certificates", wish))
                    .json();
            session.done(principal + " signs in by the certificate "
                    + made.path("thumbprint").asString(""));
            return Exit.OK.code();
        }
    }

    @Command(
            name = "certificate-name",
            description = "Let a service principal in by the client certificates of a name.")
    static final class CertificateName implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "PRINCIPAL", description = "its name or id")
        private String principal = "";

        @Parameters(
                index = "1",
                paramLabel = "NAME",
                description =
                        "in the certificate: URI:spiffe://company/payments, DNS:HOST, or DN:CN=payments,O=Company")
        private String name = "";

        @Option(names = "--days", paramLabel = "N", description = "how long it is good (else 90, at most 365)")
        private Optional<Integer> days = Optional.empty();

        CertificateName(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            ObjectNode wish = Documents.MAPPER.createObjectNode().put("name", name);
            days.ifPresent(number -> wish.put("days", number));
            JsonNode made = session.server()
                    .ask(Documents.request(Request.Method.POST, path(session, principal) + "/certificateNames", wish))
                    .json();
            session.done(principal + " comes in by certificates of "
                    + made.path("name").asString(""));
            return Exit.OK.code();
        }
    }

    @Command(name = "disable", description = "Let a principal do nothing any more, or again.")
    static final class Disable implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "PRINCIPAL", description = "its name or id")
        private String principal = "";

        @Option(names = "--undo", description = "let it in again")
        private boolean undo;

        Disable(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            ObjectNode wish = Documents.MAPPER.createObjectNode().put("disabled", !undo);
            session.server().ask(Documents.request(Request.Method.PATCH, path(session, principal), wish));
            session.done(principal + (undo ? " may come in again" : " is disabled"));
            return Exit.OK.code();
        }
    }

    @Command(name = "revoke", description = "Take none of a principal's tokens any more; it can sign in anew.")
    static final class Revoke implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "PRINCIPAL", description = "its name or id")
        private String principal = "";

        Revoke(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            session.server().ask(Request.post(path(session, principal) + "/revoke"));
            session.done("tokens of " + principal + " are revoked");
            return Exit.OK.code();
        }
    }

    @Command(name = "delete", description = "Remove a principal with all that it signs in with.")
    static final class Delete implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "PRINCIPAL", description = "its name or id")
        private String principal = "";

        Delete(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            session.server().ask(Request.delete(path(session, principal)));
            session.done(principal + " deleted");
            return Exit.OK.code();
        }
    }

    @Command(name = "member", description = "Put a principal into a group, take it out, or list the members.")
    static final class Member implements Callable<Integer> {

        private final Session session;

        @Parameters(index = "0", paramLabel = "GROUP", description = "its name or id")
        private String group = "";

        @Parameters(index = "1", arity = "0..1", paramLabel = "PRINCIPAL", description = "who; without it, list them")
        private Optional<String> principal = Optional.empty();

        @Option(names = "--remove", description = "take them out")
        private boolean remove;

        Member(Session session) {
            this.session = session;
        }

        @Override
        public Integer call() throws InterruptedException {
            String members = path(session, group) + "/members";
            if (principal.isEmpty()) {
                for (JsonNode member : session.server().get(members).json().path("value")) {
                    session.out().println(member.asString(""));
                }
                return Exit.OK.code();
            }
            String one = members + "/" + Address.encode(id(session, principal.get()));
            session.server()
                    .ask(
                            remove
                                    ? Request.delete(one)
                                    : Documents.request(Request.Method.PUT, one, Documents.MAPPER.createObjectNode()));
            session.done(principal.get() + (remove ? " is out of " : " is in ") + group);
            return Exit.OK.code();
        }
    }
}
