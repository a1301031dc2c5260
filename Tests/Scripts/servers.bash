# Functions for scripts that start servers. Source this file.

# Prints the first of $1 consecutive free ports, below the range that the system assigns to clients. After a client has
# closed its port, no server can listen on it for a minute, and a benchmark leaves thousands of such ports.
free_ports() {
    python3 - "$1" << 'PYTHON'
import random, socket, sys

def is_free(port):
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("", port))
            return True
        except OSError:
            return False

count = int(sys.argv[1])
with open("/proc/sys/net/ipv4/ip_local_port_range") as file:
    end = int(file.read().split()[0]) - count
for _ in range(1000):
    first = random.randrange(min(10000, end - 1), end)
    if all(is_free(first + number) for number in range(count)):
        print(first)
        break
else:
    sys.exit(f"no {count} ports in a row are free below {end + count}")
PYTHON
}

# Waits until a server listens on each of the ports, at most two minutes for each.
await_ports() {
    local port patience
    for port in "$@"; do
        patience=2400
        until (exec 3<> "/dev/tcp/127.0.0.1/$port") 2> /dev/null; do
            if [ $((patience -= 1)) -le 0 ]; then
                echo "nobody listens on port $port" >&2
                return 1
            fi
            sleep 0.05
        done
    done
}
