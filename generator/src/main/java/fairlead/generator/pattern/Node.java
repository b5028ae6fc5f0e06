package fairlead.generator.pattern;

import java.util.List;

/// A part of a regular expression: [Chars], [Sequence], [Either], [Repeat], [Group], [Back], [Look] or [Edge].
sealed interface Node {

    /// Stands for "no limit"; small enough to be added and multiplied a little.
    int ENDLESS = 1 << 28;

    /// How short a text of this can be, in code points.
    int least();

    /// How long a text of this can be, in code points.
    int most();

    /// One code point out of some.
    ///
    /// @param usual those that people read easily, unless there are none
    /// @param all some of all that match, the usual ones among them
    record Chars(int[] usual, int[] all) implements Node {
        @Override
        public int least() {
            return 1;
        }

        @Override
        public int most() {
            return 1;
        }
    }

    record Sequence(List<Node> parts, int least, int most) implements Node {

        static Sequence of(List<Node> parts) {
            long least = 0;
            long most = 0;
            for (Node part : parts) {
                least += part.least();
                most += part.most();
            }
            return new Sequence(List.copyOf(parts), capped(least), capped(most));
        }
    }

    record Either(List<Node> alternatives, int least, int most) implements Node {

        static Either of(List<Node> alternatives) {
            int least = alternatives.stream().mapToInt(Node::least).min().orElse(0);
            int most = alternatives.stream().mapToInt(Node::most).max().orElse(0);
            return new Either(List.copyOf(alternatives), least, most);
        }
    }

    record Repeat(Node part, int fewest, int atMost, int least, int most) implements Node {

        static Repeat of(Node part, int fewest, int atMost) {
            int least = capped((long) fewest * part.least());
            int most = part.most() == 0 ? 0 : capped((long) atMost * part.most());
            return new Repeat(part, fewest, atMost, least, most);
        }
    }

    /// A group that can be referred to.
    record Group(int number, Node inner) implements Node {
        @Override
        public int least() {
            return inner.least();
        }

        @Override
        public int most() {
            return inner.most();
        }
    }

    /// What a group has matched, again.
    record Back(int number) implements Node {
        @Override
        public int least() {
            return 0;
        }

        @Override
        public int most() {
            return 0;
        }
    }

    /// A look ahead that has to match. Others are an [Edge].
    record Look(Node inner) implements Node {
        @Override
        public int least() {
            return 0;
        }

        @Override
        public int most() {
            return 0;
        }
    }

    /// Something that takes no character.
    record Edge() implements Node {
        @Override
        public int least() {
            return 0;
        }

        @Override
        public int most() {
            return 0;
        }
    }

    private static int capped(long length) {
        return (int) Math.min(length, ENDLESS);
    }
}
