"""OpenStack Swift with its S3 API, all four servers in one process: `swift-server.py FOLDER PORT`.

It says 'ready' on a line when the proxy listens on that port of 127.0.0.1, and ends when its input does.
"""

import array
import os
import sys

from swift.common import utils

utils.eventlet_monkey_patch()

import eventlet  # noqa: E402
from eventlet import hubs, wsgi  # noqa: E402
from swift.common import ring  # noqa: E402
from swift.common.wsgi import NullLogger, SwiftHttpProtocol, loadapp  # noqa: E402

PROXY = """
[DEFAULT]
swift_dir = {folder}
bind_ip = 127.0.0.1
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth bulk container-quotas slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
log_name = proxy
log_address = {folder}/none
node_timeout = 30
conn_timeout = 5
[filter:s3api]
use = egg:swift#s3api
allow_no_owner = true
max_bucket_listing = 100
[filter:tempauth]
use = egg:swift#tempauth
user_flux_flux = {secret} .admin
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:container-quotas]
use = egg:swift#container_quotas
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
"""

BACKEND = """
[DEFAULT]
swift_dir = {folder}
devices = {folder}
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
bind_ip = 127.0.0.1
[pipeline:main]
pipeline = server
[app:server]
use = egg:swift#{kind}
log_name = {kind}
log_address = {folder}/none
"""


class Cache:
    """What memcached is to Swift; only this process has anything to remember."""

    def __init__(self):
        self.values = {}

    def get(self, key, **options):
        return self.values.get(key)

    def set(self, key, value, **options):
        self.values[key] = value

    def delete(self, key, **options):
        self.values.pop(key, None)

    def incr(self, key, delta=1, **options):
        self.values[key] = self.values.get(key, 0) + delta
        return self.values[key]


def with_cache(app):
    cache = Cache()

    def answer(env, start_response):
        env["swift.cache"] = cache
        return app(env, start_response)

    return answer


def keeps_attributes(folder):
    """The object server writes metadata into extended attributes, which not every file system has."""
    probe = os.path.join(folder, "probe")
    open(probe, "w").close()
    try:
        os.setxattr(probe, "user.swift.metadata", b"x" * 1024)
        return True
    except OSError:
        return False


def write_ring(folder, name, port):
    device = {"id": 0, "zone": 0, "region": 1, "device": "sd", "ip": "127.0.0.1", "port": port, "weight": 1}
    data = ring.RingData([array.array("H", [0, 0, 0, 0])], [device], 30)
    data.save(os.path.join(folder, name + ".ring.gz"))


def serve(sock, conf, **values):
    path = os.path.join(values["folder"], values["kind"] + ".conf")
    with open(path, "w") as file:
        file.write(conf.format(**values))
    app = with_cache(loadapp(path, global_conf={"log_name": values["kind"]}))
    # Clients look for 'ETag', not for 'Etag'.
    options = {"protocol": SwiftHttpProtocol, "capitalize_response_headers": False, "socket_timeout": 60}
    eventlet.spawn(wsgi.server, sock, app, NullLogger(), **options)


def main(folder, port, secret):
    os.makedirs(os.path.join(folder, "sd", "tmp"))
    with open(os.path.join(folder, "swift.conf"), "w") as file:
        file.write("[swift-hash]\nswift_hash_path_suffix = flux\n")
    utils.set_swift_dir(folder)
    objects = "object" if keeps_attributes(folder) else "mem_object"
    for kind, name in (("account", "account"), ("container", "container"), (objects, "object")):
        sock = eventlet.listen(("127.0.0.1", 0))
        write_ring(folder, name, sock.getsockname()[1])
        serve(sock, BACKEND, folder=folder, kind=kind)
    serve(eventlet.listen(("127.0.0.1", port)), PROXY, folder=folder, kind="proxy", secret=secret)
    print("ready", flush=True)
    hubs.trampoline(sys.stdin.fileno(), read=True)


main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
