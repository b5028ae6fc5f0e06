package fairlead.cli;

import fairlead.cli.http.Answer;
import fairlead.cli.http.ProblemException;
import fairlead.cli.http.Request;
import fairlead.cli.http.UnreachableException;
import fairlead.cli.session.CommandVersion;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Session;
import fairlead.cli.terminal.Table;
import fairlead.host.Isolation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

@Command(
        name = "doctor",
        description = {
            "Look at this machine, as a place to run a server on, and at the server; exits with 1 if anything should be"
                    + " looked after.",
            "What it says of handlers is of the machine on which it runs: run it as the server's user, in its"
                    + " container."
        })
final class DoctorCommand implements Callable<Integer> {

    private static final String OWNER = "8e3af657-a8ff-443c-a75c-2fe8c4bcb635";
    private static final String ROOT_ASSIGNMENTS =
            "/providers/Microsoft.Authorization/roleAssignments" + "?api-version=2022-04-01&$filter=atScope()";

    private final Session session;

    DoctorCommand(Session session) {
        this.session = session;
    }

    /// What was looked at.
    ///
    /// @param fine whether it may stay so
    private record Finding(String what, boolean fine, String told) {}

    @Override
    public Integer call() throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        findings.add(Isolation.lack()
                .map(missing -> new Finding("handlers", false, missing))
                .orElseGet(() -> new Finding(
                        "handlers",
                        true,
                        "kept apart in full: files, connections, signals and system calls are confined")));
        server(findings);
        Table table = new Table().key("WHAT").column("STATE").column("FINDING");
        findings.forEach(finding -> table.row(finding.what(), finding.fine() ? "ok" : "look", finding.told()));
        session.print(table);
        return findings.stream().allMatch(Finding::fine) ? Exit.OK.code() : Exit.FAILED.code();
    }

    private void server(List<Finding> findings) throws InterruptedException {
        try {
            Answer answer = session.server().send(Request.get("/fairlead/version"));
            if (answer.status() != 200) {
                findings.add(
                        new Finding("server", false, "answers " + answer.status() + ": sign in with fairlead login"));
                return;
            }
            JsonNode server = answer.json();
            String version = server.path("version").asString("");
            boolean same = version.equals(CommandVersion.number());
            findings.add(new Finding(
                    "server",
                    same,
                    same
                            ? version + ", as this command"
                            : version + ", and this command is " + CommandVersion.number()));
            owners(findings);
        } catch (UnreachableException | ProblemException away) {
            findings.add(new Finding("server", false, String.valueOf(away.getMessage())));
        }
    }

    /// A key or a secret that may do everything everywhere is worth more than any person's session.
    private void owners(List<Finding> findings) throws InterruptedException {
        Answer answer = session.server().send(Request.get(ROOT_ASSIGNMENTS));
        if (answer.status() != 200) {
            return;
        }
        List<String> services = answer.json()
                .path("value")
                .valueStream()
                .map(one -> one.path("properties"))
                .filter(one -> one.path("principalType").asString("").equals("ServicePrincipal")
                        && one.path("roleDefinitionId").asString("").endsWith(OWNER)
                        && one.path("scope").asString("").equals("/"))
                .map(one -> one.path("principalId").asString(""))
                .toList();
        findings.add(
                services.isEmpty()
                        ? new Finding("owners", true, "no service principal is owner of everything")
                        : new Finding(
                                "owners",
                                false,
                                "service principals that are owners of everything: " + String.join(", ", services)));
    }
}
