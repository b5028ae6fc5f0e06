package fairlead.providers.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.providers.lab.Ledger.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileLedgerTest extends LedgerTest {

    @TempDir
    private Path folder;

    private final List<FileLedger> opened = new ArrayList<>();

    @Override
    FileLedger open() {
        var ledger = new FileLedger(folder.resolve("lab"));
        opened.add(ledger);
        return ledger;
    }

    @AfterEach
    void close() {
        opened.forEach(FileLedger::close);
    }

    @Test
    void aLineIsOneEventInTheDocumentedForm() throws IOException {
        FileLedger ledger = open();
        ledger.create("thing-1", "one", SECRET, NOON);
        ledger.update("thing-1", "two", PLAIN, NOON);
        ledger.isAmongFirst("thing-1", "fail create 0", 3);
        ledger.delete("thing-1", "three", NOON);

        assertThat(Files.readString(file())).isEqualTo("""
            {"event":"created","at":"2026-11-01T12:00:00.123Z","id":"thing-1","token":"one",\
            "secretSha256":"2bb80d53","properties":{"Text":"größer"}}
            {"event":"updated","at":"2026-11-01T12:00:00.123Z","id":"thing-1","token":"two",\
            "properties":{"Text":"plain"}}
            {"event":"counted","id":"thing-1","occasion":"fail create 0"}
            {"event":"deleted","at":"2026-11-01T12:00:00.123Z","id":"thing-1","token":"three"}
            """);
    }

    @Test
    void linesOfAllLengthsAreReadAgain() {
        FileLedger ledger = open();
        List<State> states = new ArrayList<>();
        for (int length : List.of(0, 1, 1000, 65_000, 65_536, 70_000, 200_000, 3)) {
            states.add(new State("{\"Text\":\"" + "ö".repeat(length) + "\"}", Optional.empty()));
        }
        for (int i = 0; i < states.size(); i++) {
            ledger.create("thing-" + i, "token-" + i, states.get(i), NOON);
        }

        FileLedger again = open();
        assertThat(ledger.list(Optional.empty(), 100))
                .extracting(Ledger.Thing::state)
                .isEqualTo(states);
        assertThat(again.list(Optional.empty(), 100))
                .extracting(Ledger.Thing::state)
                .isEqualTo(states);
    }

    @Test
    void anIncompleteLastLineNeverHappened() throws IOException {
        open().create("thing-1", "one", PLAIN, NOON);
        Files.writeString(file(), "{\"event\":\"created\",\"id\":\"thing-2\"", StandardOpenOption.APPEND);

        FileLedger ledger = open();
        ledger.create("thing-3", "three", PLAIN, NOON);

        assertThat(open().list(Optional.empty(), 10))
                .extracting(Ledger.Thing::id)
                .containsExactly("thing-1", "thing-3");
    }

    @Test
    void aDamagedLineIsNamed() throws IOException {
        open().create("thing-1", "one", PLAIN, NOON);
        Files.writeString(file(), "no event\n", StandardOpenOption.APPEND);

        assertThatThrownBy(this::open).cause().hasMessageContaining("line 2 of");
    }

    @Test
    void anInterruptedThreadDoesNotCloseItForTheOthers() {
        FileLedger ledger = open();
        Thread.currentThread().interrupt();
        ledger.create("thing-1", "one", PLAIN, NOON);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(ledger.create("thing-2", "two", PLAIN, NOON)).isPresent();
    }

    private Path file() {
        return folder.resolve("lab").resolve("ledger.jsonl");
    }
}
