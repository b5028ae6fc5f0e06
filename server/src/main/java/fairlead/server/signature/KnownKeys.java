package fairlead.server.signature;

import fairlead.server.access.identity.accesskey.AccessKeys;
import fairlead.server.access.identity.accesskey.Holder;
import fairlead.server.problem.SignatureFlaw;
import fairlead.server.scope.Accounts;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The keys that are taken: those of a credential file, and those that are minted here.
final class KnownKeys {

    private final Credentials file;
    private final Optional<AccessKeys> minted;
    private final Accounts accounts;

    KnownKeys(Credentials file, Optional<AccessKeys> minted) {
        this.file = file;
        this.minted = minted;
        accounts = new Accounts(
                file.accounts().stream().collect(Collectors.toMap(Account::subscription, Account::number)));
    }

    Credentials file() {
        return file;
    }

    /// The key of that id; a problem if there is none, or if that is not its token.
    ///
    /// @param token what came with it; empty if nothing did
    Key require(String id, String token) {
        Optional<Key> ofFile = file.find(id);
        if (ofFile.isPresent()) {
            if (!SigningKeys.same(ofFile.get().sessionToken().orElse(""), token)) {
                throw SignatureClaim.refused(SignatureFlaw.UNKNOWN_KEY, "");
            }
            return ofFile.get();
        }
        if (minted.isEmpty()) {
            throw SignatureClaim.refused(SignatureFlaw.UNKNOWN_KEY, "");
        }
        return switch (minted.get().find(id, token)) {
            case AccessKeys.Found.Key(var _, var secret, var holder, var subscription) ->
                new Key(id, secret, Optional.of(token).filter(one -> !one.isEmpty()), holder, account(subscription));
            case AccessKeys.Found.Unknown() -> throw SignatureClaim.refused(SignatureFlaw.UNKNOWN_KEY, "");
            case AccessKeys.Found.Expired() -> throw SignatureClaim.refused(SignatureFlaw.EXPIRED_TOKEN, "");
        };
    }

    /// Notes that a request was signed by it.
    void used(Key key) {
        if (key.holder().kind() == Holder.Kind.MINTED) {
            minted.ifPresent(keys -> keys.used(key.id()));
        }
    }

    /// The account of a subscription: as the file has it, or as it stands for itself.
    Account account(String subscription) {
        List<Account> all = file.accounts();
        for (Account account : all) {
            if (account.subscription().equals(subscription)) {
                return account;
            }
        }
        String number = accounts.number(subscription);
        return new Account(number, subscription, Account.DEFAULT_GROUP, number);
    }

    /// The subscription that stands behind the number of an account.
    String subscription(String number) {
        return accounts.subscription(number);
    }
}
