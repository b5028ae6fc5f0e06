package fairlead.cli;

import fairlead.cli.session.Exit;
import fairlead.cli.session.Session;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "completion",
        description = "Write the script that completes this command in a shell.",
        footer = {
            "%nbash, in ~/.bashrc:   source <(fairlead completion bash)",
            "zsh, in ~/.zshrc:     source <(fairlead completion zsh)"
        })
final class CompletionCommand implements Callable<Integer> {

    private enum Shell {
        BASH,
        ZSH
    }

    private final Session session;

    @Parameters(index = "0", paramLabel = "SHELL", description = "bash or zsh")
    private Shell shell = Shell.BASH;

    CompletionCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        if (shell == Shell.ZSH) {
            session.out().println("autoload -U +X compinit && compinit; autoload -U +X bashcompinit && bashcompinit");
        }
        session.out().println(AutoComplete.bash("fairlead", Fairlead.commandLine(session)));
        return Exit.OK.code();
    }
}
