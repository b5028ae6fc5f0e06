package fairlead.bench.robust;

import fairlead.bench.robust.Registers.Known;
import fairlead.bench.robust.history.Call;
import java.util.Optional;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;

/// Reads registers and changes them on the condition that no other client has: by ETag through one door, by a patch
/// with a test through the other.
final class RegisterClient implements Client {

    private final Arm arm;
    private final Cloud cloud;
    private final Registers registers;
    private final RandomGenerator chance;

    RegisterClient(Doors doors, Registers registers, RandomGenerator chance) {
        arm = doors.arm();
        cloud = doors.cloud();
        this.registers = registers;
        this.chance = chance;
    }

    @Override
    public void once() {
        String register = registers.any(chance);
        int dice = chance.nextInt(100);
        if (dice < 35) {
            patch(register);
        } else if (dice < 50) {
            readThroughCloud(register);
        } else {
            readAndChange(register, dice);
        }
    }

    // -- Azure Resource Manager ---------------------------------------------------------------------------------------

    private void readAndChange(String register, int dice) {
        Answer read = read(register);
        if (dice < 60 || !(read.status() == 200 || read.status() == 404)) {
            return;
        }
        // Who makes it sometimes does so although it is there, which has to be refused.
        if (read.status() == 404 || dice > 95) {
            change(register, Call.NOTHING, registers.freshValue(), "If-None-Match", "*");
        } else {
            String from = read.state().equals("Succeeded") ? read.text() : Call.ANYTHING;
            String to = dice < 66 ? Call.NOTHING : registers.freshValue();
            change(register, from, to, "If-Match", read.header("ETag"));
        }
    }

    /// A read that tells nothing, because a change is under way or has failed, is none.
    Answer read(String register) {
        Answer read = arm.get(Arm.thing(register));
        if (read.status() == 404 && read.code().equals("ResourceNotFound")) {
            registers.add(register, Call.saw(read.begin(), read.end(), Call.NOTHING));
        } else if (read.status() == 200 && read.state().equals("Succeeded")) {
            registers.add(register, Call.saw(read.begin(), read.end(), read.text()));
            registers.note(register, read.identifier(), read.text());
        }
        return read;
    }

    private void change(String register, String from, String to, String header, String tag) {
        String id = Arm.thing(register);
        Arm.Result result = to.equals(Call.NOTHING)
                ? arm.delete(id, header, tag)
                : arm.put(id, "{\"Text\":\"" + to + "\"" + steps() + "}", header, tag);
        long begin = result.answer().begin();
        if (result.succeeded() && result.answer().status() == 204) {
            registers.add(register, Call.saw(begin, result.end(), Call.NOTHING));
        } else if (result.succeeded()) {
            registers.add(register, Call.changed(begin, result.end(), from, to));
        } else if (!result.refused()) {
            registers.add(register, Call.perhaps(begin, from, to));
        }
    }

    private String steps() {
        return chance.nextInt(4) == 0 ? ",\"UpdateSteps\":1,\"CreateSteps\":1,\"StepDelaySeconds\":0.05" : "";
    }

    // -- Cloud Control ------------------------------------------------------------------------------------------------

    /// An identifier that is gone says nothing of the register, which may have another one now.
    Optional<String> readThroughCloud(String register) {
        Known known = registers.known(register);
        if (known.identifier().isEmpty()) {
            return Optional.empty();
        }
        Answer read = cloud.get(known.identifier());
        if (read.status() != 200) {
            return Optional.empty();
        }
        String value = Cloud.properties(read).path("Text").asString("");
        registers.add(register, Call.saw(read.begin(), read.end(), value));
        registers.note(register, known.identifier(), value);
        return Optional.of(value);
    }

    private void patch(String register) {
        Optional<String> from = readThroughCloud(register);
        if (from.isEmpty()) {
            return;
        }
        String to = registers.freshValue();
        Cloud.Request request = cloud.patch(registers.known(register).identifier(), from.get(), to);
        long begin = request.answer().begin();
        if (request.token().isEmpty()) {
            if (request.answer().isUnknown()) {
                registers.add(register, Call.perhaps(begin, from.get(), to));
            }
            return;
        }
        Optional<JsonNode> ended = cloud.ended(request);
        registers.add(
                register,
                ended.filter(Cloud::succeeded).isPresent()
                        ? Call.changed(begin, System.nanoTime(), from.get(), to)
                        : Call.perhaps(begin, from.get(), to));
    }
}
