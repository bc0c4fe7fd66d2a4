"""The Python package as4 as access point: no code in common with phase4 and Oxalis, which both stand on WSS4J.

Driven like the Java programs: POST /NAME?argument=value. Argument: the directory of the key stores.
"""

import hashlib
import sys
import traceback
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qsl, urlsplit

from as4 import AS4LocalPrivateKey, SecurityPolicy, certificate_chain
from as4.peppol import (
    build_peppol_message,
    create_peppol_external_party,
    create_peppol_internal_party,
    parse_peppol_message,
    parse_peppol_receipt,
)
from cryptography.hazmat.primitives.serialization.pkcs12 import load_pkcs12

STORES = sys.argv[1]
INBOX = {}


def store(name):
    with open(f"{STORES}/{name}.p12", "rb") as file:
        return load_pkcs12(file.read(), b"changeit")


def internal(name, seat):
    opened = store(name)
    return create_peppol_internal_party(
        party_id=seat, certificate=opened.cert.certificate, private_key=AS4LocalPrivateKey(opened.key)
    )


def authorities():
    return [one.certificate for one in store("trust").additional_certs]


def send(arguments, document):
    remote = create_peppol_external_party(
        party_id=arguments["to"], certificate=store(arguments["receiver"]).cert.certificate
    )
    scheme, value = arguments["documentTypeId"].split("::", 1)
    message = build_peppol_message(
        payload=document,
        local_party=internal(arguments["key"], arguments["seat"]),
        remote_party=remote,
        sender=arguments["sender"],
        recipient=arguments["recipient"],
        sender_country_id="NO",
        document_type_identifier_scheme=scheme,
        document_type_identifier_value=value,
        process_identifier=arguments["processId"].split("::", 1)[1],
    )
    body, boundary = message.get_request_data()
    request = urllib.request.Request(arguments["url"], data=body, headers=message.get_http_headers(boundary))
    with urllib.request.urlopen(request) as response:
        answer = response.read()
    try:
        receipt = parse_peppol_receipt(answer, remote.credentials.certificate)
        receipt.verify_non_repudiation(message.signed_references)
    except Exception as problem:
        return f"result=REFUSED\nproblem={type(problem).__name__} {problem}".replace("\r", " ")
    return "result=RECEIPT"


class As4(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        receiving = parse_peppol_message(
            request_headers=dict(self.headers),
            request_body=body,
            local_party=internal("peer", "POP000002"),
            security_policy=SecurityPolicy(signer_resolver=certificate_chain(*authorities())),
        )
        headers, signal = receiving.build_signal()
        if receiving.successful:
            payload = next(iter(receiving.message.decrypted_data.values()))
            INBOX[receiving.message.message_id] = hashlib.sha256(payload).hexdigest()
        self.send_response(200)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(signal)

    def log_message(self, *_):
        pass


class Control(BaseHTTPRequestHandler):
    def do_POST(self):
        url = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        status = 200
        try:
            answer = CALLS[url.path[1:]](dict(parse_qsl(url.query)), body)
        except Exception:
            status, answer = 500, traceback.format_exc()
        self.send_response(status)
        self.end_headers()
        self.wfile.write(answer.encode())

    log_message = As4.log_message


receiver = ThreadingHTTPServer(("127.0.0.1", 0), As4)
CALLS = {
    "as4-port": lambda arguments, body: f"port={receiver.server_port}",
    "received": lambda arguments, body: f"sha256={INBOX.get(arguments['messageId'], '')}",
    "send": send,
}
Thread(target=receiver.serve_forever, daemon=True).start()
control = ThreadingHTTPServer(("127.0.0.1", 0), Control)
print(f"CONTROL {control.server_port}", flush=True)
control.serve_forever()
