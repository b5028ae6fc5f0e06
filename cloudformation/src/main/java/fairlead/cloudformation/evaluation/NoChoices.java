package fairlead.cloudformation.evaluation;

import java.util.Optional;

/// A template without conditions.
enum NoChoices implements Choices {
    INSTANCE;

    @Override
    public boolean declares(String name) {
        return false;
    }

    @Override
    public Optional<Outcome> of(String name) {
        return Optional.empty();
    }
}
