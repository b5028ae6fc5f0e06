package fairlead.server.resource;

import static fairlead.server.resource.World.DEVELOPER;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.Authorizer;
import fairlead.server.arm.AddressedForecasts;
import fairlead.server.arm.AddressedResources;
import fairlead.server.arm.deployment.whatif.ResourceForecasts.Along;
import fairlead.server.arm.deployment.whatif.ResourceForecasts.Would;
import fairlead.server.database.SqliteDatabase;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.scope.Locks;
import fairlead.server.secret.Vault;
import fairlead.server.stack.deployment.DeploymentResources.Named;
import fairlead.server.type.AccountTypes;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What is forecast of resources that come along in the body of another one.
class NestedForecastTest {

    @TempDir
    private Path folder;

    private static ObjectNode body(String text) {
        String labels =
                "[{'name': 'l1', 'properties': {'Text': 'x'}}, {'name': 'l2', 'properties': {'Text': '" + text + "'}}]";
        return (ObjectNode) JsonMapper.shared()
                .readTree(("{'location': 'local', 'properties': {'Text': 'a', 'labels': " + labels + "}}")
                        .replace('\'', '"'));
    }

    @Test
    void eachIsForecastByItself() {
        try (World world = new World(SqliteDatabase.open(folder.resolve("f.db")), "node-1", Vault.newKeyset())) {
            WhatIf whatIf = new WhatIf(world.resources, world.vault(), world.types.sealing());
            AddressedResources addressed = new AddressedResources(
                    new AccountTypes(world.types),
                    new AddressedResources.Verbs(
                            world.scopes,
                            new Locks(world.database, world.audit, world.clock),
                            world.groups,
                            world.resources,
                            whatIf,
                            world.actions,
                            world.inventory),
                    Authorizer.open());
            AddressedForecasts forecasts = new AddressedForecasts(addressed, world.resources, whatIf);
            ResourceId id = world.id(World.SHELF, "s1");
            Named named = new Named(id.toString(), Optional.empty());
            assertThat(forecasts.put(DEVELOPER, named, body("y"))).isInstanceOf(Would.Create.class);
            List<Along> first = forecasts.along(DEVELOPER, named, body("y"));
            assertThat(first)
                    .hasSize(2)
                    .allMatch(along -> along.would() instanceof Would.Create(var after)
                            && after.properties().path("Text").asString().matches("[xy]"));
            addressed.write(DEVELOPER, named, body("y"), "");
            world.settle();
            assertThat(forecasts.put(DEVELOPER, named, body("z"))).isInstanceOf(Would.Keep.class);
            List<Along> again = forecasts.along(DEVELOPER, named, body("z"));
            assertThat(again).extracting(Along::would).hasAtLeastOneElementOfType(Would.Keep.class);
            assertThat(again)
                    .filteredOn(along -> along.resource().id().endsWith("/l2"))
                    .singleElement()
                    .satisfies(along -> assertThat(along.would()).isInstanceOf(Would.Change.class));
        }
    }
}
