"""Opens envelopes by docs/reference/envelope.md alone: decrypt.py VECTORS.json. Exit code 0 when every vector does as it says."""
import hashlib, hmac, json, struct, sys
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

PREFIX = b"toolcheckpoint/envelope/1/"

def mac(key, data):
    return hmac.new(key, data, hashlib.sha256).digest()

def expand(prk, info, length):
    return mac(prk, info + b"\x01")[:length]

def part(data):
    return struct.pack(">I", len(data)) + data

def open_envelope(v):
    envelope, data_key = bytes.fromhex(v["envelope"]), bytes.fromhex(v["dataKey"])
    assert envelope[:2] == b"\x01\x01", "version or suite"
    at = 3 + (2 + int.from_bytes(envelope[3:5], "big") if envelope[2] == 3 else 21)
    end = at + 2 + int.from_bytes(envelope[at:at + 2], "big")
    assert envelope[at + 2:end].hex() == v["wrappedKey"], "wrapped key"
    salt, commitment = envelope[end:end + 32], envelope[end + 32:end + 64]
    header, body = envelope[:end + 64], envelope[end + 64:]
    prk = mac(salt, data_key)
    assert hmac.compare_digest(expand(prk, PREFIX + b"commitment", 32), commitment), "commitment"
    names = [v[name].encode() for name in ("pk", "sk", "attribute")]
    aad = b"".join(map(part, [header, *names, b"\x01", v["digest"].encode()]))
    key, nonce = expand(prk, PREFIX + b"key", 32), expand(prk, PREFIX + b"nonce", 12)
    return AESGCM(key).decrypt(nonce, body, aad)

def digest(v):
    key = expand(mac(bytes(32), bytes.fromhex(v["dataKey"])), PREFIX + b"digest\x00" + v["pk"].encode(), 32)
    return "hmac-sha256:" + mac(key, bytes.fromhex(v["payload"])).hex()

vectors = json.load(open(sys.argv[1], encoding="utf-8"))
for v in vectors["opens"]:
    assert open_envelope(v).hex() == v["stored"] and digest(v) == v["digest"], v["name"]
for v in vectors["refuses"]:
    try:
        open_envelope(v)
    except Exception:
        continue
    sys.exit("opened, but must not: " + v["name"])
print(len(vectors["opens"]), "opened,", len(vectors["refuses"]), "refused")
