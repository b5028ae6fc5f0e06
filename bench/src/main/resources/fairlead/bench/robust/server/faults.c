/* Faults for one process, loaded in front of the C library: a clock that is wrong, and a disk that is full.
 *
 * FAULTS names a file of two 64-bit numbers that the run writes and every call here reads: by how many seconds
 * the clock is wrong, and whether writes to the database's files fail for want of room. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t none[2];
static volatile int64_t *faults = none;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("FAULTS");
    int file = path ? open(path, O_RDONLY) : -1;
    if (file >= 0) {
        void *shared = mmap(NULL, sizeof none, PROT_READ, MAP_SHARED, file, 0);
        if (shared != MAP_FAILED) {
            faults = shared;
        }
        close(file);
    }
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) {
        real = dlsym(RTLD_NEXT, "clock_gettime");
    }
    int result = real(clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        time->tv_sec += faults[0];
    }
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    struct timespec now;
    (void) zone;
    clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *seconds) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (seconds) {
        *seconds = now.tv_sec;
    }
    return now.tv_sec;
}

/* Whether there is no room for what is to be written to that file: one of the database. */
static int full(int file) {
    char link[64];
    char path[4096];
    if (!faults[1]) {
        return 0;
    }
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) {
        return 0;
    }
    path[length] = 0;
    return strstr(path, "/fairlead.db") != NULL;
}

#define NO_ROOM(file) if (full(file)) { errno = ENOSPC; return -1; }

ssize_t write(int file, const void *bytes, size_t many) {
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) {
        real = dlsym(RTLD_NEXT, "write");
    }
    NO_ROOM(file)
    return real(file, bytes, many);
}

ssize_t pwrite(int file, const void *bytes, size_t many, off_t offset) {
    static ssize_t (*real)(int, const void *, size_t, off_t);
    if (!real) {
        real = dlsym(RTLD_NEXT, "pwrite");
    }
    NO_ROOM(file)
    return real(file, bytes, many, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t many, off64_t offset) {
    static ssize_t (*real)(int, const void *, size_t, off64_t);
    if (!real) {
        real = dlsym(RTLD_NEXT, "pwrite64");
    }
    NO_ROOM(file)
    return real(file, bytes, many, offset);
}
