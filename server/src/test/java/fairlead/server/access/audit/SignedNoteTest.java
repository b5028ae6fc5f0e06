package fairlead.server.access.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The keys and notes are the examples of "C2SP signed-note" and "C2SP tlog-checkpoint", and those of the Go
/// module from which the format comes, written out.
class SignedNoteTest {

    private static final String KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";

    private static final String NOTE = """
        This is an example message.

        — example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
        """;

    private static final String NEUMANN = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";

    private static final String TEXT = """
        If you think cryptography is the answer to your problem,
        then you don't know what your problem is.
        """;

    private static final String SIGNED = TEXT + """

        — PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
        """;

    private static final String CHECKPOINT = """
        example.com/behind-the-sofa
        20852163
        CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

        — example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
        """;

    @Test
    void theSignatureOfTheExampleIsFoundRight() {
        VerifierKey key = VerifierKey.parse(KEY);
        assertThat(SignedNote.parse(NOTE).signedBy(List.of(key))).contains(key);
        assertThat(key.toString()).isEqualTo(KEY);
    }

    @Test
    void aChangedTextIsSignedByNoKey() {
        SignedNote changed = SignedNote.parse(NOTE.replace("example message", "example massage"));
        assertThat(changed.signedBy(List.of(VerifierKey.parse(KEY)))).isEmpty();
    }

    @Test
    void aKeyOfTheSameNameIsAnother() {
        assertThat(SignedNote.parse(NOTE).signedBy(List.of(VerifierKey.parse(NEUMANN))))
                .isEmpty();
    }

    /// An Ed25519 signature is always the same.
    @Test
    void theSignatureIsTheOneThatOthersMake() {
        byte[] seed = Base64.getDecoder().decode("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz");
        byte[] pkcs8 = HexFormat.of()
                .parseHex("302e020100300506032b657004220420"
                        + HexFormat.of().formatHex(Arrays.copyOfRange(seed, 1, seed.length)));
        NoteSigner signer = NoteSigner.of(VerifierKey.parse(NEUMANN), pkcs8);
        assertThat(signer.sign(TEXT)).isEqualTo(SIGNED);
    }

    @Test
    void aKeyThatIsNotThePublicOnesIsRefused() {
        byte[] other = NoteSigner.fresh("PeterNeumann").encoded();
        assertThatIllegalArgumentException().isThrownBy(() -> NoteSigner.of(VerifierKey.parse(NEUMANN), other));
    }

    @Test
    void aCheckpointHasItsOriginItsSizeAndItsRoot() {
        SignedNote note = SignedNote.parse(CHECKPOINT);
        Checkpoint checkpoint = Checkpoint.parse(note.text());
        assertThat(checkpoint.origin()).isEqualTo("example.com/behind-the-sofa");
        assertThat(checkpoint.size()).isEqualTo(20852163);
        assertThat(checkpoint.text()).isEqualTo(note.text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no signature\n",
                "text\n\n",
                "text\n\n— name\n",
                "text\n\n— name !!!!\n",
                "text\n\nname AAAAAAAA\n",
                "te\u0007xt\n\n— name AAAAAAAA\n"
            })
    void whatIsNoNoteIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> SignedNote.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"origin\n1\n", "origin\n01\nAAAA\n", "\n1\nAAAA\n", "origin\n1\nAAAA\n", "origin\n-1\nAAAA\n"})
    void whatIsNoCheckpointIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Checkpoint.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "name",
                "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==",
                "PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
                "PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
            })
    void whatIsNoVerifierKeyIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> VerifierKey.parse(text));
    }
}
