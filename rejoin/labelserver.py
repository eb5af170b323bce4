"""The page for labelling, served to this machine alone."""

from __future__ import annotations

import json
import re
import secrets
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Any

from rejoin.document import Document
from rejoin.errors import RejoinError
from rejoin.labelfile import LabelFile
from rejoin.picture import draw
from rejoin.view import assemble
from rejoin.viewdata import SCALE, pages_data, places
from rejoin.viewrules import rules_data

#: A label is a few bytes; nothing longer is read.
_LONGEST = 10_000
#: Sent with every answer: nothing is kept, nothing is guessed, no other page may hold it.
_HEADERS = {
    "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
}  # fmt: skip


class LabelServer(ThreadingHTTPServer):
    """Serves the labelling page of one document on 127.0.0.1.

    The address holds a secret, so that no other user or web page can guess it, and requests that
    name another host or come from another origin are refused.

    Parameters
    ----------
    document : Document
    labels : LabelFile
    port : int
        0 for any that is free.
    """

    daemon_threads = True

    def __init__(self, document: Document, labels: LabelFile, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.token = secrets.token_urlsafe(24)
        self.document, self.labels = document, labels
        self.lock = threading.Lock()
        self.places = {page.number: places(page) for page in document}
        self.pages = {data["number"]: data for data in pages_data(document)}

    def server_bind(self) -> None:
        """Bind, without asking the name service who 127.0.0.1 is (as HTTPServer does)."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = "127.0.0.1", int(self.server_address[1])

    @property
    def address(self) -> str:
        """The page's address."""
        return f"http://127.0.0.1:{self.server_address[1]}/{self.token}/"

    @property
    def hosts(self) -> set[str]:
        """Names that a request may call this server by."""
        return {f"{name}:{self.server_address[1]}" for name in ("127.0.0.1", "localhost")}

    def page(self) -> str:
        """The page, with the labels as they are now."""
        with self.lock:
            for number, page in self.pages.items():
                rows = [self.labels.get(place) for place in self.places[number]]
                page["label"] = [row["label"] if row else None for row in rows]
                page["join"] = [row.get("join") if row else None for row in rows]
            pages = list(self.pages.values())
            data = {"mode": "label", "rules": rules_data(self.document.rules), "pages": pages}
            return assemble(self.document.name, data, "", served=True)

    def label(self, request: dict[str, Any]) -> None:
        """Take a label in and save it."""
        number, row = request["page"], request["row"]
        if type(number) is not int or type(row) is not int or row < 0:
            raise ValueError("no such break")
        with self.lock:
            place = self.places[number][row]
            self.labels.set(place, request.get("label"), request.get("join"))


class _Handler(BaseHTTPRequestHandler):
    server: LabelServer
    #: Seconds after which a request that does not come to an end is given up.
    timeout = 30

    def do_GET(self) -> None:
        """Send the page or a picture."""
        path = self._path()
        if path == "":
            self._send(self.server.page().encode("utf-8"), "text/html; charset=utf-8")
        elif path is not None:
            picture = re.fullmatch(r"picture/([0-9]{1,9})\.png", path)
            self._picture(int(picture[1]) if picture else 0)

    def _picture(self, number: int) -> None:
        if number not in self.server.places:
            self._refuse(HTTPStatus.NOT_FOUND, "no such page")
            return
        try:
            png = draw(self.server.document.handle, number - 1, SCALE).png
        except RejoinError as error:
            self._refuse(HTTPStatus.NOT_FOUND, str(error))
        else:
            self._send(png, "image/png")

    def do_POST(self) -> None:
        """Take a label in."""
        path = self._path()
        if path is None:
            return
        if path != "label":
            self._refuse(HTTPStatus.NOT_FOUND, "no such page")
            return
        try:
            length = int(self.headers.get("Content-Length", "0"))
            if not 0 < length <= _LONGEST:
                raise ValueError("no label")
            self.server.label(json.loads(self.rfile.read(length)))
        except RejoinError as error:
            self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR, str(error))
        except (ValueError, KeyError, IndexError, TypeError, RecursionError):
            self._refuse(HTTPStatus.BAD_REQUEST, "no label")
        else:
            self._send(b"{}", "application/json")

    def _path(self) -> str | None:
        """Path below the secret; None if the request was refused."""
        host, origin = self.headers.get("Host", ""), self.headers.get("Origin")
        own = {f"http://{name}" for name in self.server.hosts}
        start = f"/{self.server.token}/"
        if host not in self.server.hosts or (origin is not None and origin not in own):
            self._refuse(HTTPStatus.FORBIDDEN, "another host or origin")
            return None
        if not secrets.compare_digest(self.path[: len(start)].encode(), start.encode()):
            self._refuse(HTTPStatus.FORBIDDEN, "another address")
            return None
        return self.path[len(start) :]

    def _refuse(self, status: HTTPStatus, why: str) -> None:
        """Say why not, as data: a message with a file's name in it must not become a page."""
        self._send(json.dumps({"error": why}).encode(), "application/json", status)

    def _send(self, data: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the address is a secret."""
