package fairlead.server.arm;

import fairlead.server.access.Caller;
import fairlead.server.arm.AddressedResources.Typed;
import fairlead.server.arm.deployment.whatif.Proposal;
import fairlead.server.arm.deployment.whatif.ResourceForecasts;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.Resources;
import fairlead.server.resource.WhatIf;
import fairlead.server.resource.WhatIf.Forecast;
import fairlead.server.resource.WhatIf.Side;
import fairlead.server.resource.change.DesiredState;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.naming.AddressedIdentifier;
import fairlead.server.resource.record.Resource;
import fairlead.server.stack.deployment.DeploymentResources.Named;
import fairlead.server.type.TypeVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Forecasts of what has an address in Azure Resource Manager's protocol. Of resources of registered types, what a PUT
/// would do is what the PUT itself says, up to the first call of a handler.
public final class AddressedForecasts implements ResourceForecasts {

    /// What an answer has around the properties that no body asks for.
    private static final Set<String> OF_THE_SERVER = Set.of("id", "name", "type", "systemData", "etag", "properties");

    private final AddressedResources addressed;
    private final Resources resources;
    private final WhatIf whatIf;

    public AddressedForecasts(AddressedResources addressed, Resources resources, WhatIf whatIf) {
        this.addressed = addressed;
        this.resources = resources;
        this.whatIf = whatIf;
    }

    @Override
    public Optional<Form> form(Named resource) {
        return Optional.of(
                new Form(addressed.typed(resource).map(typed -> typed.type().schema())));
    }

    @Override
    public Optional<Asked> asked(Caller caller, Named resource) {
        Optional<ObjectNode> read = addressed.read(caller, resource);
        Optional<Typed> typed = addressed.typed(resource);
        if (typed.isEmpty()) {
            return read.map(found -> asked(resource.id(), found));
        }
        TypeVersion type = typed.get().type();
        return read.flatMap(_ -> resources.find(typed.get().id())).map(present -> asked(type, present));
    }

    private Asked asked(TypeVersion type, Resource present) {
        return asked(type, present.id().toString(), whatIf.side(type.schema(), present));
    }

    private static Asked asked(TypeVersion type, String id, Side side) {
        ObjectNode body = Documents.empty();
        if (!side.location().isEmpty()) {
            body.put("location", side.location());
        }
        body.set("tags", side.tags());
        body.set("sku", side.sku());
        return placed(type, Optional.empty(), id, body, side.properties().deepCopy());
    }

    /// What a type has in the envelope is among its properties elsewhere.
    private static Asked placed(
            TypeVersion type, Optional<Asked> before, String id, ObjectNode body, ObjectNode properties) {
        type.registration().envelope().forEach((member, property) -> {
            if (properties.has(property)) {
                body.set(member.word(), properties.remove(property));
            }
        });
        body.set("properties", properties);
        return Proposal.of(Optional.of(type.schema()), before, id, body);
    }

    /// A group or a lock: everything that is read of it was asked for.
    private static Asked asked(String id, ObjectNode read) {
        ObjectNode body = Documents.empty();
        read.properties().forEach(member -> {
            if (!OF_THE_SERVER.contains(member.getKey())) {
                body.set(member.getKey(), member.getValue());
            }
        });
        body.set("properties", read.path("properties"));
        return Proposal.of(Optional.empty(), Optional.empty(), read.path("id").asString(id), body);
    }

    // -- writes -----------------------------------------------------------------------------------------------------

    @Override
    public Would put(Caller caller, Named resource, ObjectNode body) {
        Optional<Typed> typed = addressed.typed(resource);
        try {
            return typed.isPresent()
                    ? would(typed.get(), addressed.asked(caller, resource, body))
                    : would(caller, resource, body);
        } catch (ProblemException refused) {
            return new Would.Refused(refused.problem());
        }
    }

    /// What only brings others along is not changed itself, though an operation of it does them.
    private Would would(Typed typed, Put put) {
        Would would = would(typed, whatIf.put(put));
        boolean same = would instanceof Would.Change(var before, var after) && before.equals(after);
        return same && !whatIf.nested(put).isEmpty() ? new Would.Keep() : would;
    }

    @Override
    public List<Along> along(Caller caller, Named resource, ObjectNode body) {
        if (addressed.typed(resource).isEmpty()) {
            return List.of();
        }
        List<Along> along = new ArrayList<>();
        whatIf.nested(addressed.asked(caller, resource, body)).forEach((id, forecast) -> {
            Named named = new Named(id.toString(), Optional.empty());
            addressed.typed(named).ifPresent(typed -> along.add(new Along(named, would(typed, forecast))));
        });
        return along;
    }

    private Would would(Typed typed, Forecast forecast) {
        TypeVersion type = typed.type();
        String id = resources
                .find(typed.id())
                .map(present -> present.id().toString())
                .orElseGet(() -> typed.id().toString());
        return switch (forecast) {
            case Forecast.Create(var after, var _) -> new Would.Create(asked(type, id, after));
            case Forecast.NoChange() -> new Would.Keep();
            case Forecast.Modify(var before, var after, var _, var _) ->
                new Would.Change(asked(type, id, before), asked(type, id, after));
            case Forecast.Replaced(var before, var after, var _, var _) ->
                new Would.Change(asked(type, id, before), asked(type, id, after));
            case Forecast.Replace(var reason) -> new Would.Refused(reason);
            case Forecast.Refused(var reason) -> new Would.Refused(reason);
            case Forecast.Delete _ -> throw new IllegalStateException("a PUT deletes nothing");
        };
    }

    private Would would(Caller caller, Named resource, ObjectNode body) {
        addressed.rehearse(caller, resource, body.deepCopy());
        Optional<Asked> before = asked(caller, resource);
        Asked after = Proposal.of(Optional.empty(), before, resource.id(), body);
        if (before.isEmpty()) {
            return new Would.Create(after);
        }
        return before.get().equals(after) ? new Would.Keep() : new Would.Change(before.get(), after);
    }

    // -- proposals --------------------------------------------------------------------------------------------------

    @Override
    public Asked proposed(Caller caller, Named resource, ObjectNode body, boolean known) {
        Optional<Typed> typed = addressed.typed(resource);
        if (typed.isEmpty()) {
            if (known) {
                addressed.rehearse(caller, resource, body.deepCopy());
            }
            return Proposal.of(Optional.empty(), asked(caller, resource), resource.id(), body);
        }
        TypeVersion type = typed.get().type();
        Optional<Asked> before = asked(caller, resource);
        Optional<Put> put = read(caller, resource, body, known);
        if (put.isEmpty()) {
            return named(type, before, Proposal.of(Optional.of(type.schema()), before, resource.id(), body));
        }
        ObjectNode around = Documents.empty();
        put.get().location().ifPresent(location -> around.put("location", location));
        around.set("tags", put.get().tags());
        put.get().sku().ifPresent(sku -> around.set("sku", sku));
        ObjectNode properties = known && before.isEmpty()
                ? DesiredState.toCreate(
                                type,
                                AddressedIdentifier.ofNames(type, typed.get().id()),
                                put.get().properties())
                        .whole()
                : put.get().properties().deepCopy();
        return named(type, before, placed(type, before, resource.id(), around, properties));
    }

    /// What a body asks for. One that has texts in place of other values may not be readable.
    private Optional<Put> read(Caller caller, Named resource, ObjectNode body, boolean known) {
        try {
            return Optional.of(addressed.asked(caller, resource, body));
        } catch (ProblemException refused) {
            if (known || !(refused.problem() instanceof Problem.InvalidBody)) {
                throw refused;
            }
            return Optional.empty();
        }
    }

    /// The address says what identifies a resource, if its body does not.
    private static Asked named(TypeVersion type, Optional<Asked> before, Asked proposed) {
        List.copyOf(type.namedBy())
                .forEach(path -> before.map(Asked::properties)
                        .flatMap(path::value)
                        .filter(_ -> path.value(proposed.properties()).isEmpty())
                        .ifPresent(value -> path.set(proposed.properties(), value)));
        return proposed;
    }
}
