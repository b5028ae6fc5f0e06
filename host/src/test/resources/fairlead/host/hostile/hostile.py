"""Attacks the server that hosts it, and prints of each attack what it got, or why it got nothing."""
import ctypes
import os
import socket
import subprocess
import sys

data, server = sys.argv[1], int(sys.argv[2])
key = os.path.join(data, "seal.key")
home = os.environ["HOME"]


def read(path):
    with open(path, "rb") as file:
        return file.read(100)


def write(path):
    with open(path, "wb") as file:
        file.write(b"mine")
    return path


def through_link():
    os.symlink(key, os.path.join(home, "link"))
    return read(os.path.join(home, "link"))


def through_descriptor():
    folder = os.open(home, os.O_RDONLY)
    try:
        return os.open("../" * 30 + key.lstrip("/"), os.O_RDONLY, dir_fd=folder)
    finally:
        os.close(folder)


def inherited():
    for number in range(5, 4096):
        try:
            target = os.readlink("/proc/self/fd/%d" % number)
        except OSError:
            continue
        if not target.startswith("/proc/") and not target.startswith("/dev/"):
            return target
    raise OSError("none")


def traced():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.ptrace(16, server, None, None) != 0:
        raise OSError(ctypes.get_errno(), "ptrace")
    return "attached"


def written_memory():
    libc = ctypes.CDLL(None, use_errno=True)
    buffer = ctypes.create_string_buffer(8)
    class Vector(ctypes.Structure):
        _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]
    local = Vector(ctypes.addressof(buffer), 8)
    remote = Vector(0x400000, 8)
    if libc.process_vm_readv(server, ctypes.byref(local), 1, ctypes.byref(remote), 1, 0) < 0:
        raise OSError(ctypes.get_errno(), "process_vm_readv")
    return "read"


def abstract_socket():
    with socket.socket(socket.AF_UNIX) as client:
        client.connect("\0fairlead-hostile-%d" % server)
    return "connected"


def device():
    os.mknod(os.path.join(home, "device"), 0o600 | 0o020000, os.makedev(1, 1))
    return "made"


def changed_root():
    os.chroot(home)
    return "changed"


def another_user():
    os.setgroups([])
    os.setuid(0 if os.getuid() else 1)
    return "user %d" % os.getuid()


ATTACKS = {
    "read the key": lambda: read(key),
    "read the database": lambda: read(os.path.join(data, "fairlead.db")),
    "read the home of another type": lambda: read(os.path.join(data, "types/other/home/file")),
    "list the data folder": lambda: os.listdir(data),
    "read the server's environment": lambda: read("/proc/%d/environ" % server),
    "read the server's memory": lambda: read("/proc/%d/mem" % server),
    "read the key through the server's root": lambda: read("/proc/%d/root%s" % (server, key)),
    "read the key through a link": through_link,
    "read the key through a descriptor": through_descriptor,
    "link the key into the home": lambda: os.link(key, os.path.join(home, "hard")),
    "move the key": lambda: os.rename(key, os.path.join(home, "moved")),
    "delete the key": lambda: os.remove(key),
    "empty the key": lambda: os.truncate(key, 0),
    "write beside the key": lambda: write(os.path.join(data, "new")),
    "find inherited files": inherited,
    "trace the server": traced,
    "read the server's memory by a system call": written_memory,
    "connect to the server's abstract socket": abstract_socket,
    "make a device": device,
    "change the root": changed_root,
    "become another user": another_user,
    "end the server": lambda: os.kill(server, 9) or "ended",
    "stop the server": lambda: os.kill(server, 19) or "stopped",
    "run a program of root": lambda: subprocess.run(["su", "-c", "id"], check=True, stdin=subprocess.DEVNULL),
}

for name, attack in ATTACKS.items():
    try:
        print("SUCCEEDED %s: %r" % (name, attack()), flush=True)
    except (OSError, subprocess.SubprocessError) as refused:
        print("refused %s: %s" % (name, type(refused).__name__), flush=True)
print("all %d" % len(ATTACKS), flush=True)
