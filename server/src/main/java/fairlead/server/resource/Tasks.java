package fairlead.server.resource;

import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.operation.Change;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Step;
import fairlead.server.operation.Task;
import java.util.function.Consumer;

/// Each operation's task by what it does.
record Tasks(Task resources, Task groups, Task moves, Task imports) implements Task {

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

    /// Who asked for an operation.
    static Caller caller(Operation operation) {
        return new Caller(new Principal(operation.requestedBy(), "User"), operation.origin(), "");
    }

    private Task of(Operation operation) {
        return switch (operation.kind()) {
            case CREATE, UPDATE, DELETE, ACTION -> resources;
            case DELETE_GROUP -> groups;
            case MOVE -> moves;
            case IMPORT -> imports;
            case REGISTER_TYPE, TEST_TYPE ->
                throw new IllegalArgumentException(operation.kind() + " works on no resource");
        };
    }
}
