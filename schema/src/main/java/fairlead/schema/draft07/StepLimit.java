package fairlead.schema.draft07;

/// The largest number of steps that a search with a pattern may take, by the length of the text.
///
/// Repetitions beside each other multiply. For a repetition of something that can itself match in several ways,
/// there is no useful bound.
///
/// @param open how many repetitions go as far as the text does
/// @param fixed the number of ways through the rest: the alternatives and bounded repetitions
/// @param bounded whether there is a bound at all
record StepLimit(int open, double fixed, boolean bounded) {

    static final StepLimit NONE = new StepLimit(0, 1, true);

    double steps(int length) {
        return bounded ? fixed * Math.pow(length + 1.0, open + 1.0) : Double.POSITIVE_INFINITY;
    }

    StepLimit and(StepLimit other) {
        return new StepLimit(open + other.open, fixed * other.fixed, bounded && other.bounded);
    }

    /// The effort of a repetition of this.
    StepLimit times(int least, int most) {
        boolean oneWay = open == 0 && fixed == 1;
        boolean once = most <= 1;
        if (!once && !oneWay) {
            return new StepLimit(open, fixed, false);
        }
        if (most > 64) {
            return new StepLimit(open + 1, fixed, bounded);
        }
        return new StepLimit(open, fixed * (most - least + 1), bounded);
    }
}
