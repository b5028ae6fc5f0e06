package fairlead.server.problem;

import java.util.Map;
import java.util.Optional;

/// A language in which callers are told of problems: for each code a sentence, of what has happened and what to do.
///
/// Behind the sentence stands in parentheses what is said in English: that has the names and values, and the words of
/// handlers and schemas, which are not translated. English has no sentences besides.
///
/// There are hundreds of ids of findings and of rules, `model.required` for example. A sentence may be one for all
/// that begin alike: `model.*`.
///
/// @param tag as `Content-Language` has it
/// @param sentences by code
public record Language(String tag, Map<String, String> sentences) {

    public static final Language ENGLISH = new Language("en", Map.of());

    public Language {
        sentences = Map.copyOf(sentences);
    }

    /// The message for those who read this language.
    public String tell(String code, String english) {
        return sentence(code).map(sentence -> sentence + " (" + english + ")").orElse(english);
    }

    public String tell(Code code, String english) {
        return tell(code.text(), english);
    }

    /// In which language that is: English if this one has no sentence for the code.
    public String tagOf(String code) {
        return sentence(code).isPresent() ? tag : ENGLISH.tag;
    }

    private Optional<String> sentence(String code) {
        return Optional.ofNullable(sentences.get(code)).or(() -> Optional.ofNullable(sentences.get(family(code))));
    }

    /// What stands for all ids that begin alike; the code itself if it is no such id.
    static String family(String code) {
        int dot = code.indexOf('.');
        return dot < 0 ? code : code.substring(0, dot) + ".*";
    }
}
