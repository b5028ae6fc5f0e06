package fairlead.cloudformation;

import fairlead.cloudformation.parameter.ValueSource;
import fairlead.stack.document.TypeCatalog;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeSet;
import java.util.function.Function;

/// What a template is compiled with.
///
/// @param parameters values by name; a list has commas. Those of which a caller wants the previous value are in it with
///     that
/// @param stack for which it is compiled
/// @param world what is asked of the server
/// @param tags of the stack
public record Inputs(Map<String, String> parameters, Stack stack, World world, Tags tags) {

    public Inputs {
        parameters = Map.copyOf(parameters);
    }

    /// Without the values of parameters, which may be secrets.
    @Override
    public String toString() {
        return "Inputs[" + new TreeSet<>(parameters.keySet()) + ", " + stack + ", " + tags + "]";
    }

    /// A stack, as pseudo parameters tell of it.
    ///
    /// @param id its ARN
    /// @param seed from which the names follow that are chosen for resources; the same as long as the stack lives
    /// @param notificationArns where its events go
    public record Stack(String name, String id, String seed, Account account, List<String> notificationArns) {

        public Stack {
            notificationArns = List.copyOf(notificationArns);
        }
    }

    /// Whose stack it is, and where.
    ///
    /// @param id 12 digits
    public record Account(String id, String region, String partition, String urlSuffix) {

        public Account {
            if (!id.matches("[0-9]{12}")) {
                throw new IllegalArgumentException("expected an account of 12 digits, found '" + id + "'");
            }
        }

        /// In the usual partition.
        public static Account of(String id, String region) {
            return new Account(id, region, "aws", "amazonaws.com");
        }
    }

    /// What is asked of the server.
    ///
    /// @param types with the schemas in the versions that new resources get
    /// @param exports the value of an export by its name, in the account and region of the stack
    /// @param values of parameter stores and secret stores
    /// @param zones the availability zones of a region; none if there is no such region
    public record World(
            TypeCatalog types,
            Function<String, Optional<String>> exports,
            ValueSource values,
            Function<String, List<String>> zones) {

        /// A server that has types and no more; each region has three zones.
        public static World of(TypeCatalog types) {
            return new World(types, _ -> Optional.empty(), ValueSource.none(), World::threeZones);
        }

        /// The zones that a region has unless a server says otherwise: its name with `a`, `b` and `c`.
        public static List<String> threeZones(String region) {
            return List.of(region + "a", region + "b", region + "c");
        }
    }

    /// The tags of a stack.
    ///
    /// @param propagated whether resources get them
    public record Tags(SequencedMap<String, String> values, boolean propagated) {

        public Tags {
            values = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(values));
        }

        /// A stack without tags.
        public static Tags none() {
            return new Tags(new LinkedHashMap<>(), true);
        }
    }
}
