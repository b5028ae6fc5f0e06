package fairlead.server.http;

import fairlead.server.limit.BodyMemory;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.json.JsonMapper;

/// What the body of one request may be.
///
/// @param bytes at most, unless a surface says something else
/// @param values of JSON at most, in a body that is no larger than `bytes`
/// @param memory what it takes of the memory for all bodies
record BodyLimits(long bytes, int values, BodyMemory.Part memory) {

    /// Bodies up to this size are not counted: as many as may be at work take little.
    private static final int SMALL = 4096;

    private static final JsonMapper READER = JsonMapper.shared();

    /// Takes memory for that many bytes more. Throws [Problem.Overloaded] if there is none left.
    void take(long more) {
        if (!memory.take(more)) {
            throw new ProblemException(new Problem.Overloaded());
        }
    }

    /// Whether the size of a body says that it is small.
    static boolean isSmall(long length) {
        return length <= SMALL;
    }

    /// Throws [Problem.BodyTooLarge] for a body in which there are more JSON values than allowed, before any of them
    /// is made. What is no JSON is left to those who read it.
    void requireFewValues(byte[] body) {
        if (isSmall(body.length) || !isContainer(body)) {
            return;
        }
        take(count(body) * BodyMemory.OF_A_VALUE);
    }

    private static boolean isContainer(byte[] body) {
        for (byte one : body) {
            if (one > ' ') {
                return one == '{' || one == '[';
            }
        }
        return false;
    }

    private long count(byte[] body) {
        long count = 0;
        try (JsonParser parser = READER.createParser(body)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isStructStart() || token.isScalarValue()) {
                    count++;
                }
                if (count > values) {
                    throw new ProblemException(Problem.BodyTooLarge.ofValues(values));
                }
            }
        } catch (JacksonException malformed) {
            return count;
        }
        return count;
    }
}
