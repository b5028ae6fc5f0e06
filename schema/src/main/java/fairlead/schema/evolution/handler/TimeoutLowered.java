package fairlead.schema.evolution.handler;

import fairlead.schema.evolution.rule.Concern;
import fairlead.schema.evolution.rule.DocumentRule;
import fairlead.schema.evolution.rule.SchemaChanges;
import fairlead.schema.evolution.rule.SchemaVersions;
import fairlead.schema.evolution.rule.Verdict;
import java.util.List;
import tools.jackson.databind.node.IntNode;

public final class TimeoutLowered implements DocumentRule {

    @Override
    public String id() {
        return "timeout-lowered";
    }

    @Override
    public String about() {
        return "A handler gets less time: risky, what took long now fails.";
    }

    @Override
    public void check(SchemaVersions versions, SchemaChanges changes) {
        for (String handler : List.of("create", "update", "delete")) {
            String place = "/handlers/" + handler;
            boolean both = versions.before().at(place).isObject()
                    && versions.after().at(place).isObject();
            int before = versions.before().at(place).path("timeoutInMinutes").asInt(DEFAULT_MINUTES);
            int after = versions.after().at(place).path("timeoutInMinutes").asInt(DEFAULT_MINUTES);
            if (both && after < before) {
                changes.add(
                        this,
                        Verdict.RISKY,
                        Concern.OPERATION,
                        place + "/timeoutInMinutes",
                        IntNode.valueOf(before),
                        IntNode.valueOf(after),
                        "what takes longer now fails");
            }
        }
    }

    private static final int DEFAULT_MINUTES = 120;
}
