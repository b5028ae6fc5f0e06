package fairlead.server.resource;

import fairlead.server.database.Transaction;
import fairlead.server.operation.NewOperation;
import fairlead.server.operation.Operation;
import fairlead.server.operation.Operations;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.ChangeTerms;
import fairlead.server.resource.change.NestedPuts;
import fairlead.server.resource.change.PlacementChecks;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.record.ChangeRecorder;
import fairlead.server.resource.record.ChangeRecorder.Prepared;
import fairlead.server.resource.record.ExtensionStore;
import fairlead.server.resource.record.PreparedInsert;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceStore;
import java.util.Optional;

/// Writes the record of a change that is planned, and its operation, within a transaction.
record RecordWrites(
        ResourceStore store,
        PlacementChecks placement,
        ExtensionStore extensions,
        ChangeRecorder recorder,
        NestedPuts nestedPuts,
        Operations operations) {

    /// Of what is made; empty if another request was faster with the same name.
    Optional<Operation> insert(
            Transaction transaction, Put request, PreparedInsert row, Prepared record, NewOperation accepted) {
        Resource resource = row.resource();
        if (!store.insert(transaction, row)) {
            if (store.find(transaction, request.id()).isPresent()) {
                return Optional.empty();
            }
            throw new ProblemException(placement.taken(transaction, resource));
        }
        placement.requireSurroundings(transaction, request.id());
        PlacementChecks.requireServed(transaction, request.type());
        extensions.add(transaction, request.type(), request.id());
        recorder.record(transaction, record);
        nestedPuts.store(transaction, request, accepted.id());
        return Optional.of(accepted(transaction, request.terms(), accepted));
    }

    /// Of what is changed; empty if another request has changed it since it was read.
    Optional<Operation> update(
            Transaction transaction, Prepared record, Resource present, NewOperation accepted, ChangeTerms terms) {
        Resource next = record.resource();
        if (!next.identifier().equals(present.identifier()) && placement.isTaken(transaction, next)) {
            throw new ProblemException(placement.taken(transaction, next));
        }
        boolean held = present.recorded() ? store.update(transaction, present, next) : store.insert(transaction, next);
        if (!held) {
            return Optional.empty();
        }
        recorder.record(transaction, record);
        return Optional.of(accepted(transaction, terms, accepted));
    }

    /// What has waited for its approval was accepted when it began to.
    private Operation accepted(Transaction transaction, ChangeTerms terms, NewOperation accepted) {
        return terms.begun().isEmpty()
                ? operations.accept(transaction, accepted)
                : operations.find(transaction, accepted.id()).orElseThrow();
    }
}
