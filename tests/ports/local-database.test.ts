import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { StoreFull, StoreUnavailable } from "#shared/ports/table.ts";
import { type Database, openDatabase, type Schema } from "../../local-runtime/database.ts";
import { scratchFolder } from "../support/scratch-folder.ts";

const schema: Schema = { name: "sample", applicationId: 5, versions: ["CREATE TABLE sample (text)"] };

describe("a database file", () => {
  const newFile = (): string => join(scratchFolder(), "sample.sqlite");

  function insert(database: Database, text: string): void {
    database.transaction(() => database.connection.prepare("INSERT INTO sample VALUES (?)").run(text));
  }

  function count(database: Database): unknown {
    return database.connection.prepare("SELECT count(*) AS rows FROM sample").get();
  }

  test("is brought from an older version to the newest, with what is in it", () => {
    const file = newFile();
    const old = openDatabase(file, schema);
    insert(old, "from before");
    old.close();
    const versions = [...schema.versions, "ALTER TABLE sample ADD COLUMN more DEFAULT 'new'"];
    const now = openDatabase(file, { ...schema, versions });
    expect(now.connection.prepare("SELECT * FROM sample").get()).toEqual({ text: "from before", more: "new" });
    now.close();
    expect(() => openDatabase(file, schema)).toThrow(/newer/);
  });

  test("stays at the older version when the way to the newer one fails", () => {
    const file = newFile();
    openDatabase(file, schema).close();
    const versions = [...schema.versions, "ALTER TABLE sample ADD COLUMN more; ALTER TABLE missing ADD COLUMN more"];
    expect(() => openDatabase(file, { ...schema, versions })).toThrow(/missing/);
    const database = openDatabase(file, schema);
    insert(database, "x");
    expect(count(database)).toEqual({ rows: 1 });
    database.close();
  });

  test("writes through to the disk, and ahead of its pages", () => {
    const database = openDatabase(newFile(), schema);
    expect(database.connection.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
    expect(database.connection.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
    database.close();
  });

  test("says that it is full when it can grow no more, keeps what it has, and goes on when it can", () => {
    const database = openDatabase(newFile(), schema);
    database.connection.exec("PRAGMA max_page_count = 20");
    const text = "x".repeat(10_000);
    expect(() => {
      for (let row = 0; row < 100; row++) insert(database, text);
    }).toThrow(StoreFull);
    const { rows } = count(database) as { rows: number };
    expect(rows).toBeGreaterThan(0);
    database.connection.exec("PRAGMA max_page_count = 1000");
    insert(database, text);
    expect(count(database)).toEqual({ rows: rows + 1 });
    database.close();
  });

  test("undoes a transaction that throws, and lets the error through as it is", () => {
    const database = openDatabase(":memory:", schema);
    const own = new Error("own");
    const attempt = (): unknown =>
      database.transaction(() => {
        database.connection.exec("INSERT INTO sample VALUES ('x')");
        throw own;
      });
    expect(attempt).toThrow(own);
    expect(count(database)).toEqual({ rows: 0 });
    database.close();
  });

  test("says that it is unavailable when the file cannot be opened", () => {
    expect(() => openDatabase(join(scratchFolder(), "missing", "sample.sqlite"), schema)).toThrow(StoreUnavailable);
  });
});
