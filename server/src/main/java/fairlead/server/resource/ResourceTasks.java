package fairlead.server.resource;

import fairlead.server.database.Database;
import fairlead.server.operation.Change;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Step;
import fairlead.server.operation.Task;
import fairlead.server.resource.call.HandlerInvoker;
import fairlead.server.resource.group.GroupTask;
import fairlead.server.resource.imports.ImportTask;
import fairlead.server.resource.move.MoveTask;
import fairlead.server.resource.move.RecordTransfer;
import fairlead.server.resource.step.ResourceTask;
import fairlead.server.scope.Scopes;
import fairlead.server.secret.Vault;
import fairlead.server.type.Types;
import java.time.Clock;
import java.util.function.Consumer;

/// Chooses the task that carries out an operation by the operation's kind.
public record ResourceTasks(Task resources, Task groups, Task moves, Task imports) implements Task {

    /// All tasks of operations on resources.
    ///
    /// @param verbs by which steps change other resources
    public static Task of(
            Database database,
            Types types,
            Scopes scopes,
            Vault vault,
            Clock clock,
            HandlerInvoker handlers,
            Resources verbs) {
        return new ResourceTasks(
                new ResourceTask(database, types, vault, clock, verbs.inFlight(), handlers, verbs),
                new GroupTask(database, scopes, types, clock, verbs),
                new MoveTask(
                        database,
                        types,
                        vault,
                        handlers,
                        verbs,
                        new RecordTransfer(scopes, types, clock, verbs::moved)),
                new ImportTask(database, types, scopes, handlers, vault, clock, verbs.guard()));
    }

    @Override
    public Step run(Operation operation) {
        return of(operation).run(operation);
    }

    @Override
    public Step run(Operation operation, Consumer<String> log) {
        return of(operation).run(operation, log);
    }

    @Override
    public Change ended(Operation operation, OperationState state) {
        return of(operation).ended(operation, state);
    }

    private Task of(Operation operation) {
        return switch (operation.kind()) {
            case CREATE, UPDATE, DELETE, ACTION -> resources;
            case DELETE_GROUP -> groups;
            case MOVE -> moves;
            case IMPORT -> imports;
            case REGISTER_TYPE, TEST_TYPE, STACK ->
                throw new IllegalArgumentException(operation.kind() + " works on no resource");
        };
    }
}
