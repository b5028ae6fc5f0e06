package fairlead.schema.evolution;

final class ReplacementStrategyChanged implements DocumentRule {

    @Override
    public String id() {
        return "replacement-strategy-changed";
    }

    @Override
    public String about() {
        return "A resource is replaced in the other order: risky, for there may be none for a while, or two.";
    }

    @Override
    public void check(Versions versions, Ledger ledger) {
        String before = versions.older().replacementStrategy().wireName();
        String after = versions.newer().replacementStrategy().wireName();
        if (!before.equals(after)) {
            ledger.add(
                    this,
                    Verdict.RISKY,
                    Concern.OPERATION,
                    "/replacementStrategy",
                    Spot.text(before),
                    Spot.text(after),
                    after.startsWith("delete")
                            ? "there is no resource while one is replaced"
                            : "there are two resources while one is replaced");
        }
    }
}
