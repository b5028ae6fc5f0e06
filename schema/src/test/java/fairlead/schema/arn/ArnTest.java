package fairlead.schema.arn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArnTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "arn", "arn:aws:s3", "urn:aws:s3:::bucket", "arn::s3:::bucket", "arn:aws:s3:::"})
    void areNotAnyText(String text) {
        assertThat(Arn.parse(text)).isEmpty();
    }

    @Test
    void keepColonsOfTheirResource() {
        assertThat(Arn.parse("arn:aws:rds:eu-west-1:123456789012:db:mysql-db"))
                .contains(new Arn("aws", "rds", "eu-west-1", "123456789012", "db:mysql-db"));
    }
}
