package fairlead.schema.language;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The patterns of one document, each read once, and no more of them than can be looked into within a few seconds: a
/// document is a stranger's text. For one thread.
public final class Languages {

    private static final int MOST_STATES = 2_000_000;

    /// What a pattern counts that is searched to find out whether it is empty.
    private static final int SEARCHED = 40_000;

    /// What a class counts about which Java is asked.
    private static final int ASKED = 20_000;

    private final Map<String, Optional<Language>> read = new HashMap<>();
    private long states;

    /// The language of a pattern as [Language#of] has it; empty also if too much was looked into before.
    public Optional<Language> of(String pattern) {
        Optional<Language> known = read.get(pattern);
        if (known != null) {
            return known;
        }
        Optional<Language> language = states > MOST_STATES ? Optional.empty() : Language.of(pattern);
        states += pattern.length() + language.map(Languages::effort).orElse(0);
        read.put(pattern, language);
        return language;
    }

    private static int effort(Language language) {
        return language.size() + language.asked() * ASKED + (language.isPlain() ? 0 : SEARCHED);
    }
}
