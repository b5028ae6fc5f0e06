package fairlead.contract.suite;

import java.util.concurrent.CountDownLatch;

/// Never comes back.
final class Hang {

    private Hang() {}

    static RuntimeException forGood() {
        while (true) {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException _) {
                // It does not listen either.
            }
        }
    }
}
