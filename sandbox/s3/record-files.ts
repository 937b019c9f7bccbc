import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Small records in a folder, replaced atomically so that a killed process doesn't leave incomplete ones. */
export interface RecordFiles<Value> {
  readonly all: readonly Value[];
  put(name: string, value: Value): void;
  remove(name: string): void;
}

export function recordFiles<Value>(folder: string): RecordFiles<Value> {
  mkdirSync(folder, { recursive: true });
  // Keys can be longer than a file name.
  const pathOf = (name: string): string => join(folder, `${createHash("sha256").update(name).digest("hex")}.json`);
  return {
    all: readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name): Value => JSON.parse(readFileSync(join(folder, name), "utf8"))),
    put(name, value) {
      const path = pathOf(name);
      writeFileSync(`${path}.new`, JSON.stringify(value));
      renameSync(`${path}.new`, path);
    },
    remove(name) {
      if (existsSync(pathOf(name))) rmSync(pathOf(name));
    },
  };
}
