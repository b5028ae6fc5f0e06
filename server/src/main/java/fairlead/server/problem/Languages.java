package fairlead.server.problem;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.IllformedLocaleException;
import java.util.List;
import java.util.Locale;
import java.util.Locale.LanguageRange;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The languages in which callers can be told of problems, and which of them a caller prefers.
///
/// Those that ship with the program stand beside this class, each in a file of properties, and are read when a
/// caller first prefers them. An operator may add others, and write sentences of the shipped ones anew.
public final class Languages {

    private static final List<String> SHIPPED = List.of("de", "es", "fr", "ja", "zh");
    private static final String ENDING = ".properties";

    /// No caller reads so many languages that it takes more; to look up thousands would take long.
    private static final int LONGEST_PREFERENCE = 250;

    private final Map<String, Language> known;
    private final List<String> tags;

    private Languages(Collection<Language> more) {
        known = new ConcurrentHashMap<>(more.stream().collect(Collectors.toMap(Language::tag, Function.identity())));
        known.put(Language.ENGLISH.tag(), Language.ENGLISH);
        tags = Stream.concat(known.keySet().stream(), SHIPPED.stream())
                .distinct()
                .toList();
    }

    /// Those that ship with the program.
    public static Languages shipped() {
        return new Languages(List.of());
    }

    /// The same, and those in a folder: `pt-BR.properties` is Brazilian Portuguese, in UTF-8. Throws
    /// [UncheckedIOException] with the file, and the code in it, that is wrong.
    public static Languages with(Path folder) {
        Set<String> codes = ofProgram(SHIPPED.getFirst()).sentences().keySet();
        Map<String, Language> more = new HashMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "[!.]*")) {
            for (Path file : files) {
                Language language = ofOperator(file, codes);
                more.put(language.tag(), language);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("can't read the languages in " + folder + ": " + failure, failure);
        }
        return new Languages(more.values());
    }

    private static Language ofProgram(String tag) {
        String name = tag + ENDING;
        try (InputStream bytes = Objects.requireNonNull(Languages.class.getResourceAsStream(name), name)) {
            return new Language(tag, sentences(new InputStreamReader(bytes, StandardCharsets.UTF_8)));
        } catch (IOException failure) {
            throw new UncheckedIOException(name, failure);
        }
    }

    private static Language ofOperator(Path file, Set<String> codes) {
        String tag = tag(file);
        Map<String, String> sentences =
                new HashMap<>(SHIPPED.contains(tag) ? ofProgram(tag).sentences() : Map.of());
        try (Reader text = Files.newBufferedReader(file)) {
            sentences(text).forEach((code, sentence) -> {
                if (!codes.contains(Language.family(code))) {
                    throw wrong(file, "there is no code '" + code + "'");
                }
                if (sentence.isBlank()) {
                    throw wrong(file, "'" + code + "' has no sentence");
                }
                sentences.put(code, sentence);
            });
        } catch (CharacterCodingException failure) {
            throw wrong(file, "it is not UTF-8");
        } catch (IllegalArgumentException malformed) {
            throw wrong(file, String.valueOf(malformed.getMessage()));
        } catch (IOException failure) {
            throw wrong(file, failure.toString());
        }
        return new Language(tag, sentences);
    }

    /// The language that a file is named for.
    private static String tag(Path file) {
        String name = String.valueOf(file.getFileName());
        String tag = name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : "";
        try {
            Locale locale = new Locale.Builder().setLanguageTag(tag).build();
            if (!locale.getLanguage().isEmpty() && !locale.getLanguage().equals(Language.ENGLISH.tag())) {
                return locale.toLanguageTag();
            }
        } catch (IllformedLocaleException malformed) {
            // Said below, like a file that is no properties.
        }
        throw wrong(file, "expected the tag of a language other than English, then " + ENDING);
    }

    private static Map<String, String> sentences(Reader text) throws IOException {
        Properties sentences = new Properties();
        sentences.load(text);
        return sentences.stringPropertyNames().stream()
                .collect(Collectors.toMap(Function.identity(), sentences::getProperty));
    }

    private static UncheckedIOException wrong(Path file, String what) {
        return new UncheckedIOException("the language file " + file + ": " + what, new IOException(what));
    }

    /// The first of those that there are in the order of a caller's preference; English if that is none, or can't be
    /// read.
    ///
    /// Implements "Accept-Language" of "HTTP Semantics", with the lookup of "Matching of Language Tags".
    ///
    /// @param preference the header
    public Language preferred(String preference) {
        if (isEnglishFirst(preference) || preference.length() > LONGEST_PREFERENCE) {
            return Language.ENGLISH;
        }
        try {
            String tag = Locale.lookupTag(LanguageRange.parse(preference), tags);
            return tag == null ? Language.ENGLISH : known.computeIfAbsent(tag, Languages::ofProgram);
        } catch (IllegalArgumentException malformed) {
            return Language.ENGLISH;
        }
    }

    /// As most callers write it: nothing has to be looked up.
    private static boolean isEnglishFirst(String preference) {
        int comma = preference.indexOf(',');
        String first = comma < 0 ? preference : preference.substring(0, comma);
        return first.equals("en") || (first.startsWith("en-") && first.indexOf(';') < 0);
    }
}
