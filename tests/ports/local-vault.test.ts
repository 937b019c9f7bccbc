import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { systemIds } from "#shared/node/ids.ts";
import { VaultRefused } from "#shared/ports/vault.ts";
import { MasterKeyFileError } from "../../local-runtime/secrets/master-keys.ts";
import { type LocalVault, openVault } from "../../local-runtime/secrets/vault.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { startChild } from "../support/programs/child-program.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { vaultSuite } from "./vault-suite.ts";

const clock = turnableClock();
const ids = systemIds(clock);
const context = { kind: "data-key", item: "keys#1", field: "password" };

vaultSuite("A master key file", async () => {
  const own = turnableClock();
  const file = join(scratchFolder(), "master.keys");
  return { vault: openVault({ file, createIfMissing: true, clock: own, ids }), clock: own, close: () => {} };
});

describe("a master key file", () => {
  const newFile = (): string => join(scratchFolder(), "master.keys");
  const open = (file: string): LocalVault => openVault({ file, createIfMissing: false, clock, ids });
  const create = (file: string): LocalVault => openVault({ file, createIfMissing: true, clock, ids });

  test("is created if it is missing, only for its own account, and nothing next to it", () => {
    const file = newFile();
    create(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).toMatch(/^[0-9a-f]{12} [A-Za-z0-9+/]{43}=\n$/);
    expect(readdirSync(dirname(file))).toEqual(["master.keys"]);
  });

  test("isn't created if that isn't allowed", () => {
    const file = newFile();
    expect(() => open(file)).toThrow(MasterKeyFileError);
    expect(() => open(file)).toThrow(`Master key file ${file}`);
    expect(existsSync(file)).toBe(false);
  });

  test("is read again by the next process, which can decrypt the values of the previous one", async () => {
    const file = newFile();
    const sealed = await create(file).seal("secret", context);
    expect(await open(file).open(sealed, context)).toBe("secret");
  });

  test("is created once if many processes need it at the same time", async () => {
    const file = newFile();
    const program = new URL("children/vault-opener.ts", import.meta.url);
    const children = Array.from({ length: 4 }, () => startChild(program, file));
    await Promise.all(children.map((child) => child.lines(1)));
    for (const child of children) child.publish("go");
    const ends = await Promise.all(children.map((child) => child.ended()));
    expect(ends.map(({ code, errors }) => [code, errors])).toEqual(ends.map(() => [0, ""]));
    expect(new Set(ends.map(({ lines }) => lines[1])).size).toBe(1);
    expect(readdirSync(dirname(file))).toEqual(["master.keys"]);
  });

  test("of another vault decrypts nothing", async () => {
    const sealed = await create(newFile()).seal("secret", context);
    await expect(create(newFile()).open(sealed, context)).rejects.toThrow(/is missing/);
  });

  for (const mode of [0o640, 0o604, 0o660, 0o644]) {
    test(`with mode ${mode.toString(8)} is rejected, because others could read it`, () => {
      const file = newFile();
      create(file);
      chmodSync(file, mode);
      expect(() => open(file)).toThrow(MasterKeyFileError);
      expect(() => open(file)).toThrow(`${file} is accessible to other accounts (mode ${mode.toString(8)})`);
    });
  }

  const good = `k1 ${Buffer.alloc(32, 1).toString("base64")}`;
  const slips: Record<string, readonly [string, number]> = {
    "an empty file": ["", 1],
    "a key without a name": [`${Buffer.alloc(32, 7).toString("base64")}\n`, 1],
    "two spaces": [`${good.replace(" ", "  ")}\n`, 1],
    "a short key": [`${good}\nk2 ${Buffer.alloc(31, 7).toString("base64")}\n`, 2],
    "a long key": [`${good}\nk2 ${Buffer.alloc(33, 7).toString("base64")}\n`, 2],
    "a key cut off": [`${good}\nk2 ${Buffer.alloc(32, 7).toString("base64").slice(0, -3)}\n`, 2],
    "stray bits": [`${good}\nk2 ${Buffer.alloc(32, 7).toString("base64").replace(/.=$/, "d=")}\n`, 2],
    "an empty line": [`${good}\n\n`, 2],
    "Windows line ends": [`${good}\r\n`, 1],
  };
  for (const [slip, [content, line]] of Object.entries(slips)) {
    test(`with ${slip} is rejected by file and line, and the message contains no key`, () => {
      const file = newFile();
      writeFileSync(file, content, { mode: 0o600 });
      const refusal = thrownBy(() => open(file));
      expect(refusal).toBeInstanceOf(MasterKeyFileError);
      expect(refusal.message).toContain(`${file}, line ${line}`);
      expect(`${refusal.stack} ${JSON.stringify(refusal)}`).not.toMatch(/AQEBAQ|BwcHBw/);
    });
  }

  test("with one name for two keys is rejected", () => {
    const file = newFile();
    writeFileSync(file, `${good}\n${good}\n`, { mode: 0o600 });
    expect(() => open(file)).toThrow(/two keys with the same name/);
  });

  test("that is a folder is rejected by name", () => {
    const file = newFile();
    mkdirSync(file, { mode: 0o700 });
    expect(() => open(file)).toThrow(`${file} is not a file`);
  });
});

describe("rotating the master key", () => {
  const newVault = (): { readonly file: string; readonly vault: LocalVault } => {
    const file = join(scratchFolder(), "master.keys");
    return { file, vault: openVault({ file, createIfMissing: true, clock, ids }) };
  };

  test("keeps earlier values readable, and encrypts under the new key", async () => {
    const { file, vault } = newVault();
    const before = await vault.seal("before", context);
    expect(vault.isCurrent(before)).toBe(true);
    vault.rotate();
    const after = await vault.seal("after", context);
    expect([vault.isCurrent(before), vault.isCurrent(after)]).toEqual([false, true]);
    const again = openVault({ file, createIfMissing: false, clock, ids });
    for (const reader of [vault, again]) {
      expect(await reader.open(before, context)).toBe("before");
      expect(await reader.open(after, context)).toBe("after");
    }
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(file))).toEqual(["master.keys"]);
  });

  test("is noticed by a running process when it reads a value under the new key", async () => {
    const { file, vault } = newVault();
    const running = openVault({ file, createIfMissing: false, clock, ids });
    vault.rotate();
    const sealed = await vault.seal("secret", context);
    expect(await running.open(sealed, context)).toBe("secret");
    expect(running.isCurrent(await running.seal("x", context))).toBe(true);
    expect(running.kids).toEqual(vault.kids);
  });

  test("retiring the older key makes only the values still under it unreadable", async () => {
    const { vault } = newVault();
    const before = await vault.seal("before", context);
    const [old = ""] = vault.kids;
    vault.rotate();
    const after = await vault.seal("after", context);
    vault.retire(old);
    await expect(vault.open(before, context)).rejects.toThrow(VaultRefused);
    expect(await vault.open(after, context)).toBe("after");
    expect(() => vault.retire(vault.kids[0] ?? "")).toThrow(MasterKeyFileError);
  });

  test("is rejected while another rotation is running, and changes nothing", () => {
    const { file, vault } = newVault();
    const before = readFileSync(file, "utf8");
    writeFileSync(`${file}.new`, "");
    expect(() => vault.rotate()).toThrow(/another change is running/);
    expect(readFileSync(file, "utf8")).toBe(before);
    expect(existsSync(`${file}.new`)).toBe(true);
  });
});

describe("data keys", () => {
  const dataKeyOf = (sealed: string): string => sealed.split(".")[2] ?? "";

  test("last five minutes", async () => {
    const own = turnableClock();
    const vault = openVault({ file: join(scratchFolder(), "master.keys"), createIfMissing: true, clock: own, ids });
    const first = dataKeyOf(await vault.seal("a", context));
    await own.turn(5 * 60_000);
    expect(dataKeyOf(await vault.seal("a", context))).toBe(first);
    await own.turn(1);
    expect(dataKeyOf(await vault.seal("a", context))).not.toBe(first);
  });

  test("are used at most 10,000 times", async () => {
    const vault = openVault({ file: join(scratchFolder(), "master.keys"), createIfMissing: true, clock, ids });
    const used = new Map<string, number>();
    for (let seal = 0; seal < 10_001; seal++) {
      const key = dataKeyOf(await vault.seal("a", context));
      used.set(key, (used.get(key) ?? 0) + 1);
    }
    expect([...used.values()]).toEqual([10_000, 1]);
  });
});

function thrownBy(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("Nothing was thrown");
}
