"""The page for labelling, served to this machine alone."""

from __future__ import annotations

import json
import secrets
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from rejoin.document import Document
from rejoin.errors import RejoinError
from rejoin.labelfile import LabelFile
from rejoin.picture import draw
from rejoin.view import assemble
from rejoin.viewdata import SCALE, pages_data, places, rules_data

#: A label is a few bytes; nothing longer is read.
_LONGEST = 10_000


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
        self.pages: list[dict[str, Any]] = []
        self.places: dict[int, list[dict[str, Any]]] = {}
        for (data, _), page in zip(pages_data(document), _readable(document), strict=True):
            self.places[page.number] = places(page)
            rows = [labels.get(place) for place in self.places[page.number]]
            data["label"] = [row["label"] if row else None for row in rows]
            data["join"] = [row.get("join") if row else None for row in rows]
            self.pages.append(data)

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
        rules = rules_data(self.document.rules)
        data = {"mode": "label", "rules": rules, "pages": self.pages}
        return assemble(self.document.name, data, "", ("view.js", "label.js"))

    def label(self, request: dict[str, Any]) -> None:
        """Take a label in and save it."""
        number, row = int(request["page"]), int(request["row"])
        label, join = request.get("label"), request.get("join")
        with self.lock:
            self.labels.set(self.places[number][row], label, join)
            page = next(page for page in self.pages if page["number"] == number)
            page["label"][row] = label
            page["join"][row] = join


def _readable(document: Document) -> Any:
    return (page for page in document if not page.error)


class _Handler(BaseHTTPRequestHandler):
    server: LabelServer

    def do_GET(self) -> None:
        """Send the page or a picture."""
        path = self._path()
        if path == "":
            self._send(self.server.page().encode("utf-8"), "text/html; charset=utf-8")
        elif path and path.startswith("picture/") and path[8:-4].isdecimal():
            self._picture(int(path[8:-4]))
        elif path is not None:
            self.send_error(HTTPStatus.NOT_FOUND)

    def _picture(self, number: int) -> None:
        if number not in self.server.places:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        self._send(draw(self.server.document.handle, number - 1, SCALE).png, "image/png")

    def do_POST(self) -> None:
        """Take a label in."""
        if self._path() != "label":
            if not self.wfile.closed:
                self.send_error(HTTPStatus.NOT_FOUND)
            return
        try:
            length = int(self.headers.get("Content-Length", "0"))
            if not 0 < length <= _LONGEST:
                raise ValueError("no label")
            self.server.label(json.loads(self.rfile.read(length)))
        except RejoinError as error:
            self.send_error(HTTPStatus.INTERNAL_SERVER_ERROR, str(error).replace("\n", " "))
        except (ValueError, KeyError, IndexError, TypeError):
            self.send_error(HTTPStatus.BAD_REQUEST, "no label")
        else:
            self._send(b"{}", "application/json")

    def _path(self) -> str | None:
        """Path below the secret; None if the request was refused."""
        host, origin = self.headers.get("Host", ""), self.headers.get("Origin")
        own = {f"http://{name}" for name in self.server.hosts}
        start = f"/{self.server.token}/"
        if host not in self.server.hosts or (origin is not None and origin not in own):
            self.send_error(HTTPStatus.FORBIDDEN, "another host or origin")
            return None
        if not secrets.compare_digest(self.path[: len(start)].encode(), start.encode()):
            self.send_error(HTTPStatus.FORBIDDEN, "another address")
            return None
        return self.path[len(start) :]

    def _send(self, data: bytes, kind: str) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Referrer-Policy", "no-referrer")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the address is a secret."""
