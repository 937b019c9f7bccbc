import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { StoreFull } from "#shared/ports/table.ts";
import { openTable } from "../../local-runtime/storage/table/table.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { startChild } from "../support/programs/child-program.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { mayMount, smallDisk } from "../support/small-disk.ts";
import { tableSuite } from "./table-suite.ts";
import { everything } from "./table-world.ts";

tableSuite("SQLite in memory", async () => {
  const clock = turnableClock();
  const table = openTable({ file: ":memory:", clock });
  return { table, clock, close: () => table.close() };
});

describe("a table in a file", () => {
  const clock = turnableClock();
  const newFile = (): string => join(scratchFolder(), "table.sqlite");

  test("keeps its items when it is closed and reopened", async () => {
    const file = newFile();
    const first = openTable({ file, clock });
    const stored = await first.put({ pk: "p", sk: "x", fields: { a: 1 }, index: { pk: "by", sk: "1" } });
    first.close();
    const second = openTable({ file, clock });
    expect(await second.get({ pk: "p", sk: "x" })).toEqual(stored);
    expect((await second.query({ pk: "by", index: true })).items).toEqual([stored]);
    second.close();
  });

  test("is readable only for its own account, side files included", async () => {
    const file = newFile();
    const table = openTable({ file, clock });
    await table.put({ pk: "p", sk: "x", fields: {} });
    const names = readdirSync(join(file, ".."));
    expect(names).toContain("table.sqlite-wal");
    for (const name of names) expect(statSync(join(file, "..", name)).mode & 0o077).toBe(0);
    table.close();
  });

  test("shows another connection's writes immediately", async () => {
    const file = newFile();
    const [one, other] = [openTable({ file, clock }), openTable({ file, clock })];
    await one.put({ pk: "p", sk: "x", fields: { by: "one" } });
    expect((await other.get({ pk: "p", sk: "x" }))?.fields).toEqual({ by: "one" });
    await other.delete({ pk: "p", sk: "x" });
    expect(await one.get({ pk: "p", sk: "x" })).toBeUndefined();
    one.close();
    other.close();
  });

  test("can be created by many processes at the same time, and loses none of their writes", async () => {
    const program = new URL("children/table-counter.ts", import.meta.url);
    const file = newFile();
    const children = Array.from({ length: 6 }, () => startChild(program, file, "40"));
    await Promise.all(children.map((child) => child.lines(1)));
    for (const child of children) child.publish("go");
    for (const child of children)
      expect(await child.ended()).toEqual({ code: 0, lines: ["ready", "done"], errors: "" });
    const table = openTable({ file, clock });
    expect((await table.get({ pk: "shared", sk: "counter" }))?.fields).toEqual({ count: 240 });
    table.close();
  });

  test("has every acknowledged write after its process was killed, and no partial transaction", async () => {
    const file = newFile();
    const child = startChild(new URL("children/table-writer.ts", import.meta.url), file);
    await child.lines(100);
    child.process.kill("SIGKILL");
    const { lines } = await child.ended();
    const table = openTable({ file, clock });
    const one = (await everything(table, { pk: "one" })).map(({ sk }) => sk);
    expect(one.slice(0, lines.length)).toEqual(lines);
    expect((await everything(table, { pk: "other" })).map(({ sk }) => sk)).toEqual(one);
    table.close();
  });

  test("rejects a file written by a newer version, and leaves it unchanged", async () => {
    const file = newFile();
    openTable({ file, clock }).close();
    const raw = new DatabaseSync(file);
    raw.exec("PRAGMA user_version = 99");
    raw.close();
    expect(() => openTable({ file, clock })).toThrow(/newer Latchkey.*version 99/);
    const again = new DatabaseSync(file);
    expect(again.prepare("PRAGMA user_version").get()).toEqual({ user_version: 99 });
    again.close();
  });

  test("rejects another program's database, and a file that isn't one", () => {
    const file = newFile();
    const raw = new DatabaseSync(file);
    raw.exec("PRAGMA user_version = 1; PRAGMA application_id = 7; CREATE TABLE items (x)");
    raw.close();
    expect(() => openTable({ file, clock })).toThrow(/is not a Latchkey table/);
    const text = join(scratchFolder(), "text");
    writeFileSync(text, "This is a text, and rather long, so that SQLite has a header to read.".repeat(20));
    expect(() => openTable({ file: text, clock })).toThrow(/can't be read/);
  });

  test("deletes expired items, in small steps, and nothing else", async () => {
    const file = newFile();
    const table = openTable({ file, clock, sweepSeconds: 0 });
    const expiresAt = Math.floor(clock.now() / 1000) + 10;
    for (let sk = 0; sk < 450; sk++) await table.put({ pk: "p", sk: String(sk), fields: {}, expiresAt });
    await table.put({ pk: "p", sk: "later", fields: {}, expiresAt: expiresAt + 60 });
    await table.put({ pk: "p", sk: "always", fields: {} });
    expect(await table.sweep()).toBe(0);
    await clock.turn(10_000);
    expect(await table.sweep()).toBe(450);
    table.close();
    const raw = new DatabaseSync(file);
    expect(raw.prepare("SELECT sk FROM items ORDER BY sk").all()).toEqual([{ sk: "always" }, { sk: "later" }]);
    raw.close();
  });

  test("sweeps automatically over time, until it is closed", async () => {
    const file = newFile();
    const own = turnableClock();
    const table = openTable({ file, clock: own, sweepSeconds: 60 });
    await table.put({ pk: "p", sk: "x", fields: {}, expiresAt: Math.floor(own.now() / 1000) + 1 });
    await own.turn(60_000);
    const raw = new DatabaseSync(file);
    expect(raw.prepare("SELECT count(*) AS left FROM items").get()).toEqual({ left: 0 });
    raw.close();
    table.close();
    await own.turn(60_000);
    expect(own.sleepers).toBe(0);
  });

  if (mayMount) {
    test("reports a full disk, keeps its content, and continues when there is space", async () => {
      const folder = smallDisk(1024 * 1024);
      const file = join(folder, "table.sqlite");
      const table = openTable({ file, clock });
      await table.put({ pk: "p", sk: "kept", fields: {} });
      const ballast = join(folder, "ballast");
      writeFileSync(ballast, Buffer.alloc(600 * 1024));
      const text = "x".repeat(100 * 1024);
      await expect(fill(table, text)).rejects.toThrow(StoreFull);
      expect(await table.get({ pk: "p", sk: "kept" })).toBeDefined();
      writeFileSync(ballast, "");
      await table.put({ pk: "p", sk: "after", fields: { text } });
      expect(await table.get({ pk: "p", sk: "after" })).toBeDefined();
      table.close();
    });
  }
});

async function fill(table: ReturnType<typeof openTable>, text: string): Promise<void> {
  for (let sk = 0; sk < 100; sk++) await table.put({ pk: "full", sk: String(sk), fields: { text } });
}
