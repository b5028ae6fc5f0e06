package fairlead.server.resource;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.resource.CallSequence.Action;
import fairlead.server.resource.CallSequence.Call;
import fairlead.server.resource.CallSequence.Heard;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// The checker is given sequences that break each law, and finds that; and such as keep them, and finds nothing.
class CallSequenceTest {

    private static final Call CREATE = create("t1", Optional.empty());
    private static final Call UPDATE = known(Action.UPDATE, "t2", "x", false);
    private static final Call DELETE = known(Action.DELETE, "t3", "x", false);

    private final CallSequence sequence = new CallSequence();

    private static Call create(String token, Optional<String> context) {
        return new Call(Action.CREATE, "one", false, token, Optional.empty(), context, "red");
    }

    private static Call known(Action action, String token, String identifier, boolean named) {
        return new Call(action, "one", named, token, Optional.of(identifier), Optional.empty(), "blue");
    }

    private void plays(Call call, Heard heard) {
        plays(call, heard, Optional.empty());
    }

    private void plays(Call call, Heard heard, Optional<String> context) {
        sequence.called(call);
        Optional<String> told = heard == Heard.DONE || heard == Heard.AGAIN ? Optional.of("x") : Optional.empty();
        sequence.answered(call, heard, told, context);
    }

    private void isBroken(String law) {
        assertThat(sequence.violations()).singleElement().asString().contains(law);
    }

    private void isKept() {
        assertThat(sequence.violations()).isEmpty();
    }

    @Nested
    class Tokens {

        @Test
        void ofOneActionAreRepeated() {
            plays(CREATE, Heard.UNKNOWN);
            plays(CREATE, Heard.DONE);
            plays(UPDATE, Heard.UNKNOWN);
            plays(UPDATE, Heard.DONE);
            plays(DELETE, Heard.DONE);
            isKept();
        }

        @Test
        void areNotSharedByTwoActions() {
            plays(CREATE, Heard.DONE);
            plays(known(Action.UPDATE, "t1", "x", false), Heard.DONE);
            isBroken("the token was that of");
        }

        @Test
        void areNotSharedByTheSameActionOnTwoThings() {
            plays(CREATE, Heard.DONE);
            plays(DELETE, Heard.DONE);
            plays(known(Action.DELETE, "t3", "y", false), Heard.DONE);
            isBroken("the token was that of");
        }

        @Test
        void standForOneInput() {
            plays(CREATE, Heard.UNKNOWN);
            plays(new Call(Action.CREATE, "one", false, "t1", Optional.empty(), Optional.empty(), "green"), Heard.DONE);
            isBroken("another input");
        }
    }

    @Nested
    class CallbackContexts {

        private static final Optional<String> STEP = Optional.of("step 1");

        @Test
        void goBackToTheActionThatGaveThem() {
            plays(CREATE, Heard.AGAIN, STEP);
            plays(create("t1", STEP), Heard.DONE);
            isKept();
        }

        @Test
        void goToNoOtherAction() {
            plays(CREATE, Heard.DONE);
            plays(UPDATE, Heard.AGAIN, STEP);
            plays(create("t4", STEP), Heard.DONE);
            isBroken("the callback context was given by");
        }

        @Test
        void areNotMadeUp() {
            plays(create("t1", STEP), Heard.DONE);
            isBroken("the callback context was given by");
        }
    }

    @Nested
    class ACreateOfUnknownOutcome {

        @Test
        void isNotFollowedByAnotherCreate() {
            plays(CREATE, Heard.UNKNOWN);
            plays(create("t4", Optional.empty()), Heard.DONE);
            isBroken("not settled");
        }

        @Test
        void isNotFollowedByAnUpdate() {
            plays(CREATE, Heard.AGAIN);
            plays(UPDATE, Heard.DONE);
            isBroken("not settled");
        }

        @Test
        void isFollowedByADeleteOfWhatItHasNamed() {
            plays(CREATE, Heard.AGAIN);
            plays(DELETE, Heard.DONE);
            plays(create("t4", Optional.empty()), Heard.DONE);
            isKept();
        }

        @Test
        void isSettledWhenItIsRefused() {
            plays(CREATE, Heard.REFUSED);
            plays(create("t4", Optional.empty()), Heard.DONE);
            isKept();
        }

        @Test
        void isSettledByAnUpdateWhereCallersChooseTheName() {
            Call named = new Call(Action.CREATE, "one", true, "t1", Optional.empty(), Optional.empty(), "red");
            plays(named, Heard.UNKNOWN);
            plays(known(Action.UPDATE, "t2", "x", true), Heard.REFUSED);
            plays(new Call(Action.CREATE, "one", true, "t4", Optional.empty(), Optional.empty(), "red"), Heard.DONE);
            isKept();
        }

        @Test
        void isNotAskedAgainAfterALaterToken() {
            plays(CREATE, Heard.DONE);
            plays(UPDATE, Heard.DONE);
            plays(CREATE, Heard.DONE);
            isBroken("a later token has been seen");
        }

        @Test
        void isNoConcernOnceItIsLeftBehind() {
            plays(CREATE, Heard.UNKNOWN);
            sequence.leftBehind("t1");
            plays(create("t4", Optional.empty()), Heard.DONE);
            isKept();
        }
    }

    @Nested
    class CallsAtOnce {

        @Test
        void areRefusedForOneResource() {
            sequence.called(CREATE);
            plays(DELETE, Heard.REFUSED);
            isBroken("another call is under way");
        }

        @Test
        void areForgottenWhenTheProcessEnds() {
            sequence.called(CREATE);
            sequence.killed();
            plays(CREATE, Heard.DONE);
            isKept();
        }
    }

    @Nested
    class ARemovedResource {

        @Test
        void isNotCalledByItsIdentifier() {
            plays(CREATE, Heard.DONE);
            plays(DELETE, Heard.DONE);
            sequence.removed("one");
            plays(known(Action.UPDATE, "t5", "x", false), Heard.REFUSED);
            isBroken("removed before");
        }

        @Test
        void isNotCalledWithATokenOfBefore() {
            plays(CREATE, Heard.REFUSED);
            sequence.removed("one");
            plays(CREATE, Heard.REFUSED);
            isBroken("removed before");
        }

        @Test
        void leavesItsAddressToAnother() {
            plays(CREATE, Heard.DONE);
            plays(DELETE, Heard.DONE);
            sequence.removed("one");
            plays(create("t6", Optional.empty()), Heard.REFUSED);
            isKept();
        }
    }
}
