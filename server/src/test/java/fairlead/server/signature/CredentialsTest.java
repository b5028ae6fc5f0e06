package fairlead.server.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The credential file.
class CredentialsTest {

    @Test
    void giveAnAccountASubscriptionThatEndsWithItsNumber() {
        Account account =
                Credentials.parse(SignedText.credentials("")).accounts().getFirst();

        assertThat(account)
                .isEqualTo(new Account("111122223333", "00000000-0000-0000-0000-111122223333", "default", "Examples"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|expected an array as 'accounts'",
                "{\"accounts\": [{\"keys\": []}]}|'account' is missing",
                "{\"accounts\": [{\"account\": \"12\", \"keys\": []}]}|expected an account of twelve digits, found"
                        + " '12'",
                "{\"accounts\": [{\"account\": \"111122223333\", \"secret\": 1}]}|unknown member 'secret'; expected"
                        + " one of account, name, subscription, resourceGroup, keys",
                "{\"accounts\": [|not valid JSON at line 1",
            })
    void areRefusedWithWhatIsWrong(String text, String message) {
        assertThatThrownBy(() -> Credentials.parse(text)).hasMessage(message);
    }

    @Test
    void tellNoSecretWhenTheyAreRefused() {
        String text = SignedText.credentials("").replace("\"user\"", "user");

        assertThatThrownBy(() -> Credentials.parse(text)).hasMessageNotContaining("EXAMPLEKEY");
    }
}
