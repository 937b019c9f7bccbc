"""Reads backups in blocks, written from docs/reference/backup-format.md alone.

read_blocks.py FOLDER KEYFILE list            the newest snapshot of the set that lies in FOLDER, as JSON
read_blocks.py FOLDER KEYFILE restore TARGET  its files, into the folder TARGET
"""

import hashlib
import json
import os
import sys

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
KINDS = {"keys": 1, "packs": 2, "snapshots": 3, "moves": 4}
VERSIONS = {"packs": (1, 2)}
BLOCK = 65536


class Unreadable(Exception):
    pass


def sha256(data):
    return hashlib.sha256(data).digest()


def recovery_key(text):
    text = "".join(text.split()).replace("-", "").upper()
    text = text.replace("I", "1").replace("L", "1").replace("O", "0")
    if len(text) != 64:
        raise Unreadable("a recovery key has 64 characters")
    bits = 0
    for number in range(4):
        line = text[16 * number : 16 * number + 16]
        digest = sha256(f"latchkey-recovery-key{number + 1}{line[:13]}".encode())
        first = int.from_bytes(digest[:2], "big") >> 1
        check = "".join(ALPHABET[(first >> shift) & 31] for shift in (10, 5, 0))
        if check != line[13:]:
            raise Unreadable(f"line {number + 1} is mistyped")
        for character in line[:13]:
            bits = bits << 5 | ALPHABET.index(character)
    if bits >> 256 != 1:
        raise Unreadable("another version of recovery keys")
    return (bits & ((1 << 256) - 1)).to_bytes(32, "big")


class Set:
    def __init__(self, folder, recovery):
        self.folder = folder
        self.name = os.path.basename(os.path.abspath(folder))
        self.recovery = recovery
        self.recovery_id = sha256(b"latchkey-recovery-key-id" + recovery)[:8]
        self.keys = {}
        self.opened = (None, None)
        for name in self.names("keys"):
            if name.startswith(self.recovery_id.hex()):
                self.keys[bytes.fromhex(name[16:])] = self.whole("keys", name)
        if not self.keys:
            raise Unreadable("the recovery key opens nothing here")

        self.moves = {}
        for name in self.names("moves"):
            try:
                moved = json.loads(self.whole("moves", name))["moved"]
            except (Unreadable, InvalidTag):
                continue
            for pack, spots in moved:
                for offset, other, at in spots:
                    self.moves[pack, offset] = other, at

    def names(self, kind):
        folder = os.path.join(self.folder, kind)
        names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
        return [name for name in names if len(name) == 32 and not set(name) - set("0123456789abcdef")]

    def opener(self, kind, name):
        if self.opened[0] != (kind, name):
            self.opened = ((kind, name), self.open(kind, name))
        return self.opened[1]

    def open(self, kind, name):
        with open(os.path.join(self.folder, kind, name), "rb") as file:
            data = file.read()
        if data[:4] != b"LKBK" or data[4] not in VERSIONS.get(kind, (1,)) or data[5] != KINDS[kind]:
            raise Unreadable(f"{kind}/{name} is another object")
        sealing = data[8:16]
        key = self.recovery if kind == "keys" and sealing == self.recovery_id else self.keys.get(sealing)
        if key is None:
            raise Unreadable(f"{kind}/{name}: its key is missing")
        bound = data[:16] + bytes.fromhex(self.name) + bytes.fromhex(name)
        info = b"latchkey-blocks\0" + bound
        derived = HKDF(algorithm=hashes.SHA256(), length=64, salt=data[16:48], info=info).derive(key)
        if derived[32:] != data[48:80]:
            raise Unreadable(f"{kind}/{name} was altered")

        def part(offset, length, role=0, identity=b""):
            nonce = role.to_bytes(4, "big") + offset.to_bytes(8, "big")
            additional = bound + identity if data[4] == 2 else bound
            return AESGCM(derived[:32]).decrypt(nonce, data[offset : offset + length], additional)

        return data, part

    def whole(self, kind, name):
        data, part = self.opener(kind, name)
        return part(80, len(data) - 80)

    def content(self, identity, pack, offset, length):
        while (pack, offset) in self.moves:
            pack, offset = self.moves[pack, offset]
        whole, part = self.opener("packs", pack)
        data = part(offset, length, identity=identity)
        if whole[4] == 1 and sha256(data) != identity:
            raise Unreadable(f"packs/{pack} holds something else at {offset}")
        return data

    def footer(self, pack):
        data, part = self.opener("packs", pack)
        length = int.from_bytes(data[-4:], "big")
        listed = part(len(data) - 4 - length, length, role=1)
        count = int.from_bytes(listed[:4], "big")
        entries = []
        for at in range(4, 4 + 41 * count, 41):
            offset, size = (int.from_bytes(listed[at + i : at + i + 4], "big") for i in (33, 37))
            identity = listed[at + 1 : at + 33]
            if listed[at] in (1, 2) and sha256(part(offset, size, identity=identity)) != identity:
                raise Unreadable(f"packs/{pack} holds something else at {offset}")
            entries.append((listed[at], offset, size))
        return entries

    def snapshot(self):
        name = self.names("snapshots")[-1]
        snapshot = json.loads(self.whole("snapshots", name))
        if (snapshot["format"], snapshot["version"], snapshot["name"]) != ("latchkey-blocks", 1, name):
            raise Unreadable(f"snapshots/{name} is of another form")
        return snapshot

    def blocks(self, file):
        for identity, pack, offset, length in file["lists"]:
            data = self.content(bytes.fromhex(identity), pack, offset, length)
            packs, count = (int.from_bytes(data[at : at + 4], "big") for at in (0, 4))
            names = [data[8 + 16 * i : 24 + 16 * i].hex() for i in range(packs)]
            for index in range(count):
                entry = data[8 + 16 * packs + 42 * index :][:42]
                number, offset, length = (int.from_bytes(entry[a:b], "big") for a, b in ((32, 34), (34, 38), (38, 42)))
                if number == 0xFFFF:
                    yield entry[:32], bytes(length)
                else:
                    yield entry[:32], self.content(entry[:32], names[number], offset, length)

    def restore(self, file, target):
        parts = file["path"].split("/")
        if any(part in ("", ".", "..") or "\\" in part or "\0" in part for part in parts):
            raise Unreadable("a file outside of its folder")
        path = os.path.join(target, *parts)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        ids = hashlib.sha256()
        with open(path, "xb") as out:
            for identity, data in self.blocks(file):
                ids.update(identity)
                out.write(data)
            if out.tell() != file["sizeBytes"] or ids.hexdigest() != file["id"]:
                raise Unreadable(f"{file['path']} is not what it was")


def main():
    folder, key_file, task, *rest = sys.argv[1:]
    with open(key_file, encoding="utf-8") as file:
        opened = Set(folder, recovery_key(file.read()))
    snapshot = opened.snapshot()
    if task == "list":
        packs = {name: opened.footer(name) for name in opened.names("packs")}
        print(json.dumps({"snapshot": snapshot, "packs": packs}))
    else:
        for file in snapshot["files"]:
            opened.restore(file, rest[0])


main()
