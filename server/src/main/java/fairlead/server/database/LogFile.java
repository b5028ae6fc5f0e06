package fairlead.server.database;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The log of a SQLite database as it is found before it is opened.
///
/// SQLite takes the first frame whose checksum is wrong for the end of the log. After a crash that is right: the last
/// commit may be there in part. Each commit is flushed before the next one is begun, so that two whole commits behind
/// such a frame can't come from a crash: the frame was damaged later, and all that was answered since then would be
/// lost without a word.
///
/// A frame is a page with a header, and has the checksum of all frames up to it. Frames of an earlier log, over which
/// this one is written, have other salts.
final class LogFile {

    private static final int HEADER = 32;
    private static final int FRAME_HEADER = 24;
    private static final int LITTLE_ENDIAN = 0x377f0682;
    private static final int BIG_ENDIAN = 0x377f0683;
    private static final int PAGE_SIZE = 8;
    private static final int SALTS = 16;
    private static final int CHECKSUM = 24;
    private static final int COMMIT = 4;
    private static final int SALTS_OF_FRAME = 8;
    private static final int CHECKSUM_OF_FRAME = 16;
    private static final int COMMITS_OF_NO_CRASH = 2;
    private static final int LARGEST_PAGE = 65_536;

    /// Where a log is damaged.
    ///
    /// @param whole bytes of it up to there
    record Damage(long whole) {}

    private final ByteOrder order;
    private final long salts;

    /// The checksum so far, in two parts.
    private int first;

    private int second;

    private LogFile(ByteOrder order, long salts) {
        this.order = order;
        this.salts = salts;
    }

    /// Where it is damaged. Empty if it is not, there is none, or the damage could come from a crash.
    static Optional<Damage> damage(Path log) throws IOException {
        if (!Files.exists(log)) {
            return Optional.empty();
        }
        try (FileChannel channel = FileChannel.open(log)) {
            ByteBuffer header = ByteBuffer.allocate(HEADER);
            if (!read(channel, header)) {
                return Optional.empty();
            }
            int magic = header.getInt(0);
            int pageSize = header.getInt(PAGE_SIZE);
            boolean known = magic == LITTLE_ENDIAN || magic == BIG_ENDIAN;
            if (!known || pageSize < 512 || pageSize > LARGEST_PAGE) {
                return Optional.empty();
            }
            ByteOrder order = magic == BIG_ENDIAN ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
            LogFile file = new LogFile(order, header.getLong(SALTS));
            file.add(header, 0, CHECKSUM);
            return file.isStored(header, CHECKSUM) ? file.damage(channel, pageSize) : Optional.empty();
        }
    }

    private Optional<Damage> damage(FileChannel channel, int pageSize) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(FRAME_HEADER + pageSize);
        long whole = HEADER;
        boolean broken = false;
        int commits = 0;
        while (read(channel, frame)) {
            boolean follows = frame.getLong(SALTS_OF_FRAME) == salts && follows(frame);
            if (!broken && follows) {
                whole += frame.capacity();
            } else if (follows) {
                commits += frame.getInt(COMMIT) == 0 ? 0 : 1;
                if (commits == COMMITS_OF_NO_CRASH) {
                    return Optional.of(new Damage(whole));
                }
            } else {
                broken = true;
                commits = 0;
            }
            take(frame);
        }
        return Optional.empty();
    }

    /// Whether a frame has the checksum of what was before it and of itself.
    private boolean follows(ByteBuffer frame) {
        add(frame, 0, SALTS_OF_FRAME);
        add(frame, FRAME_HEADER, frame.capacity());
        return isStored(frame, CHECKSUM_OF_FRAME);
    }

    private boolean isStored(ByteBuffer buffer, int at) {
        return buffer.getInt(at) == first && buffer.getInt(at + Integer.BYTES) == second;
    }

    /// What is behind a frame has its checksum in its own, whether that is right or not.
    private void take(ByteBuffer frame) {
        first = frame.getInt(CHECKSUM_OF_FRAME);
        second = frame.getInt(CHECKSUM_OF_FRAME + Integer.BYTES);
    }

    private void add(ByteBuffer buffer, int from, int until) {
        ByteBuffer words = buffer.duplicate().order(order);
        for (int at = from; at < until; at += 2 * Integer.BYTES) {
            first += words.getInt(at) + second;
            second += words.getInt(at + Integer.BYTES) + first;
        }
    }

    private static boolean read(FileChannel channel, ByteBuffer buffer) throws IOException {
        buffer.clear();
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
            // Until it is full, or there is no more.
        }
        return !buffer.hasRemaining();
    }
}
