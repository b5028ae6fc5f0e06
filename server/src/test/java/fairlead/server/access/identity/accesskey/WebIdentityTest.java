package fairlead.server.access.identity.accesskey;

import static fairlead.server.access.identity.accesskey.SigningAwsClient.element;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import fairlead.server.access.identity.token.TestIssuer;
import fairlead.server.access.role.BuiltInRoles;
import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import fairlead.server.arm.authorization.SignedIn;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// `AssumeRoleWithWebIdentity`: a workload becomes a role by the token of an issuer that is trusted.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebIdentityTest {

    private static final String SUBJECT = "repo:company/payments:ref:refs/heads/main";
    private static final String ROLE = "arn:aws:iam::000000000000:role/deploy";

    @TempDir
    private static Path folder;

    private Plane plane;
    private TestIssuer issuer;
    private String role;
    private SignedIn administrator;

    @BeforeAll
    void start() {
        issuer = TestIssuer.in(folder);
        Path issuers = issuer.file("api", ", \"requiredClaims\": {\"tier\": \"gold\"}");
        plane = Plane.start(folder, Duration.ofSeconds(1), "--require-sign-in", "--issuers=" + issuers);
        administrator = SignedIn.administrator(plane, folder);
        role = administrator
                .send("POST", "/fairlead/principals", "{\"name\": \"deploy\"}")
                .json()
                .path("id")
                .asString();
        administrator.send(
                "POST",
                "/fairlead/principals/" + role + "/federated",
                "{\"issuer\": \"" + TestIssuer.NAME + "\", \"subject\": \"" + SUBJECT + "\", \"audience\": \"sts\"}");
        administrator.gives(role, BuiltInRoles.CONTRIBUTOR.id().toString(), Plane.SUBSCRIPTION);
    }

    @AfterAll
    void stop() {
        plane.close();
    }

    private static JWTClaimsSet.Builder claims() {
        return TestIssuer.claims(SUBJECT, "sts").claim("tier", "gold");
    }

    private String signed(JWTClaimsSet claims) {
        return issuer.token(claims);
    }

    private Answer assume(String token, String arn) {
        return plane.send(
                "POST",
                "/",
                Map.of("Content-Type", "application/x-www-form-urlencoded"),
                SigningAwsClient.form(
                        "2011-06-15",
                        "AssumeRoleWithWebIdentity",
                        "RoleArn",
                        arn,
                        "RoleSessionName",
                        "job-7",
                        "WebIdentityToken",
                        token));
    }

    @Test
    void makesAWorkloadTheRoleThatNamesIt() {
        Answer begun = assume(signed(claims().build()) + "\n", ROLE);
        SigningAwsClient session = SigningAwsClient.ofSession(plane, begun);

        assertThat(element(begun, "SubjectFromWebIdentityToken")).isEqualTo(SUBJECT);
        assertThat(element(begun, "Provider")).isEqualTo(TestIssuer.NAME);
        assertThat(element(session.sts("GetCallerIdentity"), "Arn"))
                .isEqualTo("arn:aws:sts::000000000000:assumed-role/deploy/job-7");
        assertThat(session.control(
                                "CreateResource",
                                "{\"TypeName\": \"Fairlead::Lab::Thing\", \"DesiredState\": \"{\\\"Text\\\":"
                                        + " \\\"w\\\"}\"}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void refusesATokenThatHasEnded() {
        Answer refused = assume(
                signed(claims().expirationTime(Date.from(Instant.now().minusSeconds(300)))
                        .build()),
                ROLE);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(element(refused, "Code")).isEqualTo("ExpiredTokenException");
    }

    @Test
    void refusesATokenThatLacksAClaim() {
        Answer refused = assume(signed(claims().claim("tier", "tin").build()), ROLE);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(element(refused, "Code")).isEqualTo("IDPRejectedClaim");
    }

    @Test
    void refusesATokenThatWasChanged() {
        String token = signed(claims().build());
        Answer refused = assume(token.substring(0, token.length() - 8) + "AAAAAAAA", ROLE);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(element(refused, "Code")).isEqualTo("InvalidIdentityToken");
    }

    @Test
    void saysTheSameOfAnotherSubjectAndOfARoleThatIsNotThere() {
        String other = signed(claims().subject(SUBJECT + "-fork").build());
        String audience = signed(claims().audience("api").build());
        String right = signed(claims().build());

        for (Answer refused : new Answer[] {
            assume(other, ROLE),
            assume(audience, ROLE),
            assume(right, "arn:aws:iam::000000000000:role/none"),
            assume(right, "arn:aws:iam::999999999999:role/deploy")
        }) {
            assertThat(refused.status()).isEqualTo(403);
            assertThat(element(refused, "Code")).isEqualTo("AccessDenied");
            assertThat(element(refused, "Message"))
                    .isEqualTo("Not authorized to perform sts:AssumeRoleWithWebIdentity");
        }
    }
}
