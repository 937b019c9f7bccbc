import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { StoreFull, StoreUnavailable } from "#shared/ports/table.ts";
import { type Database, openDatabase, type Schema } from "../../local-runtime/storage/database.ts";
import { startChild } from "../support/programs/child-program.ts";
import { scratchFolder } from "../support/scratch-folder.ts";

const schema: Schema = { name: "sample", applicationId: 5, versions: ["CREATE TABLE sample (text)"] };

describe("a database file", () => {
  const newFile = (): string => join(scratchFolder(), "sample.sqlite");

  async function insert(database: Database, text: string): Promise<void> {
    await database.transaction(() => database.connection.prepare("INSERT INTO sample VALUES (?)").run(text));
  }

  function lockedBy(file: string): DatabaseSync {
    const other = new DatabaseSync(file);
    other.exec("BEGIN EXCLUSIVE");
    return other;
  }

  function count(database: Database): unknown {
    return database.connection.prepare("SELECT count(*) AS rows FROM sample").get();
  }

  test("is migrated from an older version to the newest, with its content", async () => {
    const file = newFile();
    const old = openDatabase(file, schema);
    await insert(old, "from before");
    old.close();
    const versions = [...schema.versions, "ALTER TABLE sample ADD COLUMN more DEFAULT 'new'"];
    const now = openDatabase(file, { ...schema, versions });
    expect(now.connection.prepare("SELECT * FROM sample").get()).toEqual({ text: "from before", more: "new" });
    now.close();
    expect(() => openDatabase(file, schema)).toThrow(/newer/);
  });

  test("stays at the older version if the migration fails", async () => {
    const file = newFile();
    openDatabase(file, schema).close();
    const versions = [...schema.versions, "ALTER TABLE sample ADD COLUMN more; ALTER TABLE missing ADD COLUMN more"];
    expect(() => openDatabase(file, { ...schema, versions })).toThrow(/missing/);
    const database = openDatabase(file, schema);
    await insert(database, "x");
    expect(count(database)).toEqual({ rows: 1 });
    database.close();
  });

  test("writes through to the disk, and ahead of its pages", () => {
    const database = openDatabase(newFile(), schema);
    expect(database.connection.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
    expect(database.connection.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
    database.close();
  });

  test("syncs the disk once for concurrent transactions, each of which succeeds or fails alone", async () => {
    const file = newFile();
    const database = openDatabase(file, schema);
    const { connection } = database;
    const exec = connection.exec.bind(connection);
    let commits = 0;
    connection.exec = (sql) => {
      commits += Number(sql === "COMMIT");
      exec(sql);
    };
    const failing = database.transaction(() => {
      connection.exec("INSERT INTO sample VALUES ('never')");
      throw new Error("Not this one");
    });
    const many = Array.from({ length: 100 }, (_, at) => insert(database, `${at}`));
    const wrong = database.transaction(() => connection.exec("INSERT INTO missing VALUES (1)"));
    await expect(failing).rejects.toThrow("Not this one");
    await expect(wrong).rejects.toThrow("missing");
    await Promise.all(many);
    expect(commits).toBe(2);
    expect(count(database)).toEqual({ rows: 100 });
    const last = insert(database, "last");
    database.close();
    await last;
    const again = openDatabase(file, schema);
    expect(count(again)).toEqual({ rows: 101 });
    again.close();
  });

  test("reports that it is full when it can't grow, keeps its content, and continues when it can", async () => {
    const database = openDatabase(newFile(), schema);
    database.connection.exec("PRAGMA max_page_count = 20");
    const text = "x".repeat(10_000);
    const fill = async () => {
      for (let row = 0; row < 100; row++) await insert(database, text);
    };
    await expect(fill()).rejects.toThrow(StoreFull);
    const { rows } = count(database) as { rows: number };
    expect(rows).toBeGreaterThan(0);
    database.connection.exec("PRAGMA max_page_count = 1000");
    await insert(database, text);
    expect(count(database)).toEqual({ rows: rows + 1 });
    database.close();
  });

  test("waits for another program's lock while this process continues, and does everything once it is released", async () => {
    const file = newFile();
    const database = openDatabase(file, schema);
    const other = lockedBy(file);
    const writes = Promise.all(["a", "b", "c"].map((text) => insert(database, text)));
    // This process itself releases the lock meanwhile.
    setTimeout(() => other.exec("ROLLBACK"), 50);
    expect(count(database)).toEqual({ rows: 0 });
    await writes;
    expect(count(database)).toEqual({ rows: 3 });
    other.close();
    database.close();
  });

  test("reports that another program has locked it if the lock lasts, and has changed nothing", async () => {
    const file = newFile();
    const database = openDatabase(file, schema, 20);
    const other = lockedBy(file);
    const writes = await Promise.allSettled(["a", "b"].map((text) => insert(database, text)));
    for (const write of writes) {
      expect(write).toMatchObject({
        status: "rejected",
        reason: { message: "Another program has locked the store's file" },
      });
      expect((write as PromiseRejectedResult).reason).toBeInstanceOf(StoreUnavailable);
    }
    other.exec("ROLLBACK");
    await insert(database, "c");
    expect(count(database)).toEqual({ rows: 1 });
    other.close();
    database.close();
  });

  test("ends what waits for a lock when it is closed", async () => {
    const file = newFile();
    const database = openDatabase(file, schema);
    const other = lockedBy(file);
    const write = insert(database, "a");
    database.close();
    await expect(write).rejects.toThrow("The store was closed");
    other.close();
  });

  test("waits at startup too, until a program that is about to exit has released it", async () => {
    const file = newFile();
    openDatabase(file, schema).close();
    const holder = startChild(new URL("children/lock-holder.ts", import.meta.url), file, "100");
    await holder.lines(1);
    const versions = [...schema.versions, "ALTER TABLE sample ADD COLUMN more DEFAULT 'new'"];
    const database = openDatabase(file, { ...schema, versions });
    expect(database.connection.prepare("PRAGMA user_version").get()).toEqual({ user_version: 2 });
    database.close();
    expect(await holder.ended()).toMatchObject({ code: 0 });
  });

  test("rolls back a transaction that throws, and rethrows the error", async () => {
    const database = openDatabase(":memory:", schema);
    const own = new Error("own");
    const attempt = database.transaction(() => {
      database.connection.exec("INSERT INTO sample VALUES ('x')");
      throw own;
    });
    await expect(attempt).rejects.toBe(own);
    expect(count(database)).toEqual({ rows: 0 });
    database.close();
  });

  test("is unavailable if the file can't be opened", () => {
    expect(() => openDatabase(join(scratchFolder(), "missing", "sample.sqlite"), schema)).toThrow(StoreUnavailable);
  });
});
