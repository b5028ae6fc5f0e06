/*
 * Makes calls of the C library on the files of a SQLite database fail when a test says so. To be preloaded into the process
 * of a server (LD_PRELOAD).
 *
 * FAULT_FOLDER is the data folder, FAULT_CONTROL a file of COUNTERS + 16 * 8 numbers of 64 bits that the test maps into its
 * memory, too. What they mean is in the enumeration below; FaultyFiles.java has the same.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { NO_FILE = -1, DATABASE, LOG, INDEX, LOCK, FOLDER, FILES };
enum { OPEN, READ, WRITE, FLUSH, TRUNCATE, DELETE, CALLS = 8 };
enum { BEFORE, AFTER, SHORT, FLIP };

/* Places in the control file. */
enum { ARMED, FILE_OF, CALL_OF, FIRST, TIMES, MODE, CODE, SEED, SEEN, FAILED, COUNTERS = 16 };

static _Atomic int64_t *control;
static char folder[4096];

/* The file of a descriptor, plus one; 0 for all that do not matter. */
static _Atomic signed char files[1 << 16];

/* A write that was cut short has its failure at the next write of the same file. */
static _Atomic int cut;

static void *real(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

#define REAL(name)                                        \
    static __typeof__(name) *original;                    \
    if (original == NULL) {                               \
        original = (__typeof__(name) *)real(#name);       \
    }

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("FAULT_CONTROL");
    const char *data = getenv("FAULT_FOLDER");
    if (path == NULL || data == NULL || strlen(data) >= sizeof folder) {
        return;
    }
    strcpy(folder, data);
    int (*opening)(const char *, int, ...) = (int (*)(const char *, int, ...))real("open64");
    int descriptor = opening(path, O_RDWR | O_CLOEXEC);
    size_t size = (COUNTERS + FILES * CALLS) * sizeof(int64_t);
    if (descriptor >= 0) {
        void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
        if (memory != MAP_FAILED) {
            control = memory;
        }
        close(descriptor);
    }
}

static int file_of(const char *path) {
    size_t length = strlen(folder);
    if (control == NULL || path == NULL || length == 0 || strncmp(path, folder, length) != 0) {
        return NO_FILE;
    }
    const char *rest = path + length;
    return strcmp(rest, "/fairlead.db") == 0        ? DATABASE
           : strcmp(rest, "/fairlead.db-wal") == 0  ? LOG
           : strcmp(rest, "/fairlead.db-shm") == 0  ? INDEX
           : strcmp(rest, "/fairlead.db.lock") == 0 ? LOCK
           : *rest == '\0' || strcmp(rest, "/") == 0 ? FOLDER
                                                     : NO_FILE;
}

static int opened(int descriptor) {
    return descriptor >= 0 && descriptor < 1 << 16 ? files[descriptor] - 1 : NO_FILE;
}

/* Whether this call has to fail; counts it in any case. */
static int fails(int file, int call) {
    if (file == NO_FILE || control == NULL) {
        return 0;
    }
    atomic_fetch_add(&control[COUNTERS + file * CALLS + call], 1);
    if (!control[ARMED] || control[FILE_OF] != file || control[CALL_OF] != call) {
        return 0;
    }
    int64_t number = atomic_fetch_add(&control[SEEN], 1);
    int64_t first = control[FIRST];
    if (number < first || number - first >= control[TIMES]) {
        return 0;
    }
    atomic_fetch_add(&control[FAILED], 1);
    return 1;
}

static int refuse(void) {
    errno = (int)control[CODE];
    return -1;
}

/* The real call first, if the failure comes after it. */
#define FAIL_OR(file, call, expression)        \
    if (fails(file, call)) {                   \
        if (control[MODE] == AFTER) {          \
            (void)!(expression);               \
        }                                      \
        return refuse();                       \
    }                                          \
    return expression;

static int remember(int descriptor, int file) {
    if (descriptor >= 0 && descriptor < 1 << 16) {
        files[descriptor] = (signed char)(file + 1);
    }
    return descriptor;
}

static int open_as(const char *name, const char *path, int flags, mode_t mode) {
    int (*original)(const char *, int, ...) = (int (*)(const char *, int, ...))real(name);
    int file = file_of(path);
    if (fails(file, OPEN)) {
        return refuse();
    }
    return remember(original(path, flags, mode), file);
}

int open(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return open_as("open", path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return open_as("open64", path, flags, mode);
}

int close(int descriptor) {
    REAL(close)
    remember(descriptor, NO_FILE);
    return original(descriptor);
}

static void flip(void *bytes, size_t count) {
    if (count > 0) {
        uint64_t bit = (uint64_t)control[SEED] % (count * 8);
        ((unsigned char *)bytes)[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
    REAL(pread64)
    if (!fails(opened(descriptor), READ)) {
        return original(descriptor, bytes, count, offset);
    }
    if (control[MODE] != FLIP && control[MODE] != SHORT) {
        return refuse();
    }
    ssize_t got = original(descriptor, bytes, control[MODE] == SHORT ? count / 2 : count, offset);
    if (got > 0 && control[MODE] == FLIP) {
        flip(bytes, (size_t)got);
    }
    return got;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    REAL(pwrite64)
    int file = opened(descriptor);
    if (file != NO_FILE && atomic_exchange(&cut, 0)) {
        return refuse();
    }
    if (!fails(file, WRITE)) {
        return original(descriptor, bytes, count, offset);
    }
    if (control[MODE] == SHORT) {
        cut = 1;
        return original(descriptor, bytes, count / 2, offset);
    }
    if (control[MODE] == FLIP) {
        char *copy = malloc(count);
        memcpy(copy, bytes, count);
        flip(copy, count);
        ssize_t written = original(descriptor, copy, count, offset);
        free(copy);
        return written;
    }
    if (control[MODE] == AFTER) {
        (void)!original(descriptor, bytes, count, offset);
    }
    return refuse();
}

int fsync(int descriptor) {
    REAL(fsync)
    FAIL_OR(opened(descriptor), FLUSH, original(descriptor))
}

int fdatasync(int descriptor) {
    REAL(fdatasync)
    FAIL_OR(opened(descriptor), FLUSH, original(descriptor))
}

int ftruncate64(int descriptor, off64_t length) {
    REAL(ftruncate64)
    FAIL_OR(opened(descriptor), TRUNCATE, original(descriptor, length))
}

int unlink(const char *path) {
    REAL(unlink)
    FAIL_OR(file_of(path), DELETE, original(path))
}
