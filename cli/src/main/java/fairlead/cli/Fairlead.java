package fairlead.cli;

import fairlead.cli.access.AccessCommand;
import fairlead.cli.access.ApprovalCommand;
import fairlead.cli.access.BootstrapCommand;
import fairlead.cli.access.CanICommand;
import fairlead.cli.access.DeviceCommand;
import fairlead.cli.access.LoginCommand;
import fairlead.cli.access.LogoutCommand;
import fairlead.cli.access.PrincipalCommand;
import fairlead.cli.access.SealCommand;
import fairlead.cli.access.WhoamiCommand;
import fairlead.cli.contract.TestCommand;
import fairlead.cli.dev.DevCommand;
import fairlead.cli.dev.InitCommand;
import fairlead.cli.event.AuditCommand;
import fairlead.cli.event.WatchCommand;
import fairlead.cli.event.WebhookCommand;
import fairlead.cli.http.ProblemException;
import fairlead.cli.http.UnreachableException;
import fairlead.cli.http.UntrustedException;
import fairlead.cli.operation.OperationsCommand;
import fairlead.cli.policy.PolicyCommand;
import fairlead.cli.policy.QuotaCommand;
import fairlead.cli.resource.ActCommand;
import fairlead.cli.resource.DeleteCommand;
import fairlead.cli.resource.DriftCommand;
import fairlead.cli.resource.GetCommand;
import fairlead.cli.resource.GroupsCommand;
import fairlead.cli.resource.ImportCommand;
import fairlead.cli.resource.ListCommand;
import fairlead.cli.resource.LocationCommand;
import fairlead.cli.resource.LockCommand;
import fairlead.cli.resource.MoveCommand;
import fairlead.cli.resource.OrphanCommand;
import fairlead.cli.resource.PatchCommand;
import fairlead.cli.resource.PutCommand;
import fairlead.cli.resource.SecretTargetCommand;
import fairlead.cli.resource.SecretsCommand;
import fairlead.cli.resource.SkuCommand;
import fairlead.cli.resource.TagsCommand;
import fairlead.cli.resource.WhatIfCommand;
import fairlead.cli.schema.DiffCommand;
import fairlead.cli.schema.EvolveCommand;
import fairlead.cli.schema.GraphCommand;
import fairlead.cli.schema.SchemaCommand;
import fairlead.cli.schema.ValidateCommand;
import fairlead.cli.session.Env;
import fairlead.cli.session.ErrorOutput;
import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.cli.session.Session;
import fairlead.cli.smithy.SmithyCommand;
import fairlead.cli.stack.ApplyCommand;
import fairlead.cli.stack.StackCommand;
import fairlead.cli.type.ConfigureCommand;
import fairlead.cli.type.RegisterCommand;
import fairlead.cli.type.TypesCommand;
import fairlead.cli.type.UnregisterCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// The command with all its subcommands. It alone turns failures into messages and exit codes.
@Command(
        name = "fairlead",
        versionProvider = VersionCommand.Provider.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Describe a resource type once, run it like a cloud.",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        exitCodeListHeading = "%nExit codes:%n",
        footerHeading = "%nThe usual start:%n",
        footer = {
            "  fairlead serve                                   a server on this machine",
            "  fairlead types                                   what can be made",
            "  fairlead put Fairlead::Lab::Thing a -p Size=3    make or change one",
            "  fairlead get Fairlead::Lab::Thing a -o json      look at it"
        })
public final class Fairlead {

    @SuppressWarnings("UnusedVariable") // Setting it is enough: the version is shown and nothing else happens.
    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "show the version of this command")
    private boolean version;

    private Fairlead() {}

    /// Runs a command.
    ///
    /// @return the exit code, see [Exit]
    public static int run(String[] args, Env env) {
        try (Session session = new Session(env)) {
            return commandLine(session, args).execute(args);
        }
    }

    /// The whole command line, or as much of it as these arguments need: reading what a command takes costs time.
    static CommandLine commandLine(Session session, String... args) {
        CommandLine line = new CommandLine(new Fairlead());
        line.addMixin("session", session);
        Map<String, Supplier<Object>> commands = subcommands(session);
        if (args.length > 0 && commands.containsKey(args[0])) {
            commands.keySet().retainAll(Set.of(args[0]));
        }
        commands.forEach((name, command) -> line.addSubcommand(name, command.get()));
        Env env = session.env();
        line.setOut(new PrintWriter(env.streams().out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(env.streams().err(), true, StandardCharsets.UTF_8));
        line.setColorScheme(
                CommandLine.Help.defaultColorScheme(env.terminal().outPalette().on() ? Ansi.ON : Ansi.OFF));
        line.setUsageHelpWidth(Math.clamp(env.terminal().width(), 80, 120));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExecutionStrategy(new CommandLine.RunLast());
        line.setParameterExceptionHandler((wrong, _) -> usage(session, wrong));
        line.setExecutionExceptionHandler((failure, _, _) -> tell(session, failure));
        exitCodes(line);
        return line;
    }

    private static Map<String, Supplier<Object>> subcommands(Session session) {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("serve", ServeCommand::new);
        commands.put("front", FrontCommand::new);
        commands.put("check", () -> new CheckCommand(session));
        commands.put("doctor", () -> new DoctorCommand(session));
        commands.put("init", () -> new InitCommand(session));
        commands.put("test", () -> new TestCommand(session));
        commands.put("dev", () -> new DevCommand(session));
        commands.put("types", () -> new TypesCommand(session));
        commands.put("register", () -> new RegisterCommand(session));
        commands.put("configure", () -> new ConfigureCommand(session));
        commands.put("unregister", () -> new UnregisterCommand(session));
        commands.put("put", () -> new PutCommand(session));
        commands.put("patch", () -> new PatchCommand(session));
        commands.put("act", () -> new ActCommand(session));
        commands.put("sku", () -> new SkuCommand(session));
        commands.put("secrets", () -> new SecretsCommand(session));
        commands.put("secret-target", () -> SecretTargetCommand.of(session));
        commands.put("what-if", () -> new WhatIfCommand(session));
        commands.put("apply", () -> new ApplyCommand(session));
        commands.put("stack", () -> StackCommand.of(session));
        commands.put("drift", () -> DriftCommand.of(session));
        commands.put("left-behind", () -> new OrphanCommand(session));
        commands.put("get", () -> new GetCommand(session));
        commands.put("list", () -> new ListCommand(session));
        commands.put("delete", () -> new DeleteCommand(session));
        commands.put("import", () -> new ImportCommand(session));
        commands.put("groups", () -> new GroupsCommand(session));
        commands.put("tags", () -> new TagsCommand(session));
        commands.put("lock", () -> new LockCommand(session));
        commands.put("move", () -> new MoveCommand(session));
        commands.put("location", () -> new LocationCommand(session));
        commands.put("operations", () -> new OperationsCommand(session));
        commands.put("watch", () -> new WatchCommand(session));
        commands.put("webhook", () -> WebhookCommand.of(session));
        commands.put("audit", () -> AuditCommand.of(session));
        commands.put("seal", () -> SealCommand.of(session));
        commands.put("login", () -> new LoginCommand(session));
        commands.put("logout", () -> new LogoutCommand(session));
        commands.put("device", () -> DeviceCommand.of(session));
        commands.put("whoami", () -> new WhoamiCommand(session));
        commands.put("bootstrap", () -> new BootstrapCommand(session));
        commands.put("principal", () -> PrincipalCommand.of(session));
        commands.put("access", () -> AccessCommand.of(session));
        commands.put("can-i", () -> new CanICommand(session));
        commands.put("policy", () -> PolicyCommand.of(session));
        commands.put("quota", () -> QuotaCommand.of(session));
        commands.put("approvals", () -> ApprovalCommand.of(session));
        commands.put("diff", () -> new DiffCommand(session));
        commands.put("evolve", () -> new EvolveCommand(session));
        commands.put("validate", () -> new ValidateCommand(session));
        commands.put("graph", () -> new GraphCommand(session));
        commands.put("schema", () -> SchemaCommand.of(session));
        commands.put("smithy", () -> SmithyCommand.of(session));
        commands.put("version", () -> new VersionCommand(session));
        commands.put("completion", () -> new CompletionCommand(session));
        return commands;
    }

    private static void exitCodes(CommandLine line) {
        Map<String, String> codes = new LinkedHashMap<>();
        for (Exit exit : Exit.values()) {
            codes.put(" " + exit.code(), exit.meaning());
        }
        line.getCommandSpec().usageMessage().exitCodeList(codes);
    }

    private static int usage(Session session, ParameterException wrong) {
        String command = wrong.getCommandLine().getCommandSpec().qualifiedName();
        ErrorOutput.print(session, String.valueOf(wrong.getMessage()), List.of());
        List<String> suggestions =
                wrong instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        if (!suggestions.isEmpty()) {
            session.note("Did you mean: " + String.join(", ", suggestions) + "?");
        }
        session.note("See '" + command + " --help'.");
        return Exit.USAGE.code();
    }

    private static int tell(Session session, Exception failure) {
        return switch (failure) {
            case ProblemException refused -> {
                ErrorOutput.print(session, refused.problem());
                yield Exit.of(refused.problem()).code();
            }
            case Refused refused -> {
                ErrorOutput.print(session, String.valueOf(refused.getMessage()), List.of());
                yield refused.exit().code();
            }
            case UnreachableException unreachable -> {
                ErrorOutput.print(
                        session,
                        String.valueOf(unreachable.getMessage()),
                        List.of("'fairlead serve' starts one; --server or FAIRLEAD_SERVER says where another is"));
                yield Exit.UNREACHABLE.code();
            }
            case UntrustedException untrusted -> {
                ErrorOutput.print(
                        session,
                        String.valueOf(untrusted.getMessage()),
                        List.of("--ca or FAIRLEAD_CA names the file of the certificates to trust; a server with"
                                + " --tls=self-signed has its own in server.crt in its data folder"));
                yield Exit.UNREACHABLE.code();
            }
            case InterruptedException _ -> Exit.INTERRUPTED.code();
            default -> {
                ErrorOutput.print(
                        session, "this command has a fault: " + failure, List.of("with -v it shows its requests"));
                yield Exit.SERVER.code();
            }
        };
    }
}
