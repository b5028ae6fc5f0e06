package fairlead.server.resource;

import fairlead.server.operation.Change;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationKind;
import fairlead.server.operation.OperationState;
import fairlead.server.operation.Step;
import fairlead.server.operation.Task;

/// Each operation's task by what it works on: a resource or a group.
record Tasks(Task resources, Task groups) implements Task {

    @Override
    public Step run(Operation operation) {
        return of(operation).run(operation);
    }

    @Override
    public Change ended(Operation operation, OperationState state) {
        return of(operation).ended(operation, state);
    }

    private Task of(Operation operation) {
        return operation.kind() == OperationKind.DELETE_GROUP ? groups : resources;
    }
}
