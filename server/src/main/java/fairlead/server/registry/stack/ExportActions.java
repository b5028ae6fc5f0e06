package fairlead.server.registry.stack;

import fairlead.server.registry.query.XmlWriter;
import fairlead.server.stack.Stacks;
import fairlead.server.stack.record.SharedOutput;
import fairlead.server.stack.record.Stack;
import java.util.List;

/// What stacks have for each other, and who uses it.
final class ExportActions {

    private static final int PAGE = 100;

    private final Stacks stacks;

    ExportActions(Stacks stacks) {
        this.stacks = stacks;
    }

    void list(StackCall call, XmlWriter result) {
        String after = Pages.after(call.parameters()).orElse("");
        List<SharedOutput> found = stacks.exports(call.place(), after, PAGE + 1);
        Pages.write(result, "Exports", found, PAGE, SharedOutput::name, (xml, export) -> {
            stacks.find(call.place(), export.stack().toString())
                    .ifPresent(stack -> xml.text("ExportingStackId", call.arn(stack)));
            xml.text("Name", export.name()).text("Value", export.value().asString());
        });
    }

    void imports(StackCall call, XmlWriter result) {
        String name = call.parameters().required("ExportName", StackRules.TEXT);
        call.parameters().verify();
        List<String> users = stacks.users(call.place(), name).stream()
                .map(Stack::name)
                .sorted()
                .toList();
        if (users.isEmpty()) {
            throw StackFaults.invalid("Export '" + name + "' is not imported by any stack.");
        }
        Pages.write(call.parameters(), result, "Imports", users, PAGE, (xml, user) -> xml.content(user));
    }
}
