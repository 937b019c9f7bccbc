import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect } from "vitest";
import { Refused } from "../../local-agent/refused.ts";
import { readZip, unzipFile } from "../../local-agent/zip/read-zip.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";
import { type MadeEnd, type MadeEntry, madeZip } from "./support/made-zip.ts";

let folder = "";
beforeEach(() => {
  folder = scratchFolder();
});

function written(entries: readonly MadeEntry[], end?: MadeEnd): string {
  const path = join(folder, "build.zip");
  writeFileSync(path, madeZip(entries, end));
  return path;
}

const names =
  "../out /etc/passwd a/../../out a/./b a//b C:/x C:x a\\b ..\\out \\\\host\\share CON aux.txt a/NUL com1.fmp12 a: a. a\0b a\nb a* a|b a<b ..".split(
    " ",
  );
const long = (...numbers: readonly bigint[]) => {
  const extra = Buffer.alloc(4 + numbers.length * 8);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(numbers.length * 8, 2);
  for (const [place, number] of numbers.entries()) extra.writeBigUInt64LE(number, 4 + place * 8);
  return extra;
};
const locator = (at: bigint) => {
  const bytes = Buffer.alloc(20);
  bytes.writeUInt32LE(0x07064b50, 0);
  bytes.writeBigUInt64LE(at, 8);
  return bytes;
};
const zeros = Buffer.alloc(8 * 1024 * 1024);

const hostile: Readonly<Record<string, readonly [readonly MadeEntry[], MadeEnd?]>> = {
  ...Object.fromEntries(names.map((name) => [`the name ${JSON.stringify(name)}`, [[{ name }]] as const])),
  "an empty name": [[{ name: "" }]],
  "a link": [[{ name: "a", bytes: Buffer.from("/etc/passwd"), central: { mode: 0o120777 } }]],
  "a device": [[{ name: "a", central: { mode: 0o020666 } }]],
  "a named pipe": [[{ name: "a", central: { mode: 0o010666 } }]],
  "one name twice": [[{ name: "a" }, { name: "a" }]],
  "one name in two cases": [[{ name: "File.fmp12" }, { name: "file.FMP12" }]],
  "one name in two normal forms": [[{ name: "caf\u00e9" }, { name: "cafe\u0301" }]],
  "a file and a folder of one name": [[{ name: "a" }, { name: "a/", bytes: Buffer.alloc(0) }]],
  "two files at one place": [[{ name: "a" }, { name: "b", central: { offset: 0 } }]],
  "a file within another one": [
    [
      { name: "a", bytes: madeZip([{ name: "b" }]) },
      { name: "b", central: { offset: 31 } },
    ],
  ],
  "a file in the table of contents": [[{ name: "a", central: { packed: 60, size: 60 }, local: { packed: 60 } }]],
  "a bomb": [[{ name: "a", bytes: zeros, deflated: true }]],
  "a length that hides a bomb's": [[{ name: "a", bytes: zeros, deflated: true, central: { size: 0xfffffffe } }]],
  "two names of one file": [[{ name: "a", local: { name: "b" } }]],
  "two methods of one file": [[{ name: "a", local: { method: 8 } }]],
  "two lengths of one file": [[{ name: "a", local: { packed: 3 } }]],
  "stored bytes with two lengths": [[{ name: "a", central: { size: 70 } }]],
  "an encrypted file": [[{ name: "a", central: { flags: 1 } }]],
  "a method that is not known": [[{ name: "a", central: { method: 99 }, local: { method: 99 } }]],
  "a local header that is none": [[{ name: "a", local: { mark: 0x12345678 } }]],
  "a place behind the end": [[{ name: "a", central: { offset: 0x7fffffff } }]],
  "a length of zip64 that is not there": [[{ name: "a", central: { size: 0xffffffff } }]],
  "a length of zip64 that is cut": [
    [{ name: "a", central: { size: 0xffffffff, extra: Buffer.from([1, 0, 8, 0, 1, 0]) } }],
  ],
  "an impossible length of zip64": [[{ name: "a", central: { size: 0xffffffff, extra: long(2n ** 63n) } }]],
  "a place of zip64 behind the end": [[{ name: "a", central: { offset: 0xffffffff, extra: long(2n ** 40n) } }]],
  "an end of zip64 that is elsewhere": [[{ name: "a" }], { locator: locator(0n) }],
  "an end of zip64 behind the end": [[{ name: "a" }], { locator: locator(2n ** 40n) }],
  "more files than it has": [[{ name: "a" }], { count: 2 }],
  "too many files": [[{ name: "a" }], { count: 0xffff }],
  "a table of contents behind the end": [[{ name: "a" }], { offset: 0x7fffffff }],
  "a table of contents that is too long": [[{ name: "a" }], { length: 0x7fffffff }],
};

verifies("builds:zip:hostile", async () => {
  const taken: string[] = [];
  for (const [what, [entries, end]] of Object.entries(hostile)) {
    const thrown: unknown = await readZip(written(entries, end), {}).then(
      (files) => files.map(({ name }) => name),
      (error: unknown) => error,
    );
    if (!(thrown instanceof Refused)) taken.push(`${what}: ${String(thrown)}`);
  }
  expect(taken).toEqual([]);
});

verifies("builds:zip:hostile", "a valid archive is read and unpacked", async () => {
  const path = written([{ name: "a/b.fmp12", deflated: true }, { name: "c" }, { name: "d/", bytes: Buffer.alloc(0) }]);
  const files = await readZip(path, {});
  expect(files.map(({ name }) => name)).toEqual(["a/b.fmp12", "c"]);
  for (const [index, file] of files.entries()) {
    const target = join(folder, `out${index}`);
    await unzipFile(path, file, target, new AbortController().signal);
    expect(readFileSync(target, "utf8")).toBe("content");
  }
});

verifies("builds:zip:hostile", "bytes that differ from the directory are rejected while unpacking", async () => {
  for (const [what, entry] of Object.entries<MadeEntry>({
    "another sum": { name: "a", central: { crc: 1 } },
    "longer than it says": { name: "a", bytes: Buffer.alloc(5_000, "x"), deflated: true, central: { size: 3 } },
    "shorter than it says": { name: "a", deflated: true, central: { size: 500 } },
    "no deflated bytes": { name: "a", local: { method: 8 }, central: { method: 8 } },
  })) {
    const path = written([entry]);
    const [file] = await readZip(path, {});
    if (file === undefined) throw new Error(`${what}: no file`);
    const unpacking = unzipFile(path, file, join(folder, what), new AbortController().signal);
    await expect(unpacking, what).rejects.toBeInstanceOf(Refused);
  }
});

verifies("builds:zip:hostile", "an existing file or link isn't overwritten", async () => {
  const path = written([{ name: "a" }]);
  const [file] = await readZip(path, {});
  if (file === undefined) throw new Error("no file");
  writeFileSync(join(folder, "there"), "before");
  await expect(unzipFile(path, file, join(folder, "there"), new AbortController().signal)).rejects.toThrow("EEXIST");
  expect(readFileSync(join(folder, "there"), "utf8")).toBe("before");
  expect(existsSync(join(folder, "out"))).toBe(false);
});
