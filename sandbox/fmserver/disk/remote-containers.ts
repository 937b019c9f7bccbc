import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { LiveDatabase } from "../world/live/live-database.ts";
import { isContainerFile } from "../world/values/cell.ts";

/** Returns the folder of a file's externally stored containers, next to the file. */
export function containerFolder(path: string): string {
  return join(dirname(path), "RC_Data_FMS", basename(path, ".fmp12"));
}

/** Writes external containers: secure storage under hashed names, open storage under the files' own names. */
export function writeContainers(path: string, database: LiveDatabase): void {
  const folder = containerFolder(path);
  rmSync(folder, { recursive: true, force: true });
  for (const table of database.tables.values()) {
    const external = [...table.fields.values()].filter(({ containerStorage }) => containerStorage !== "embedded");
    if (external.length === 0) continue;
    for (const record of table.records.values()) {
      for (const field of external) {
        const cell = record.cells.get(field.name);
        if (cell === undefined || !isContainerFile(cell)) continue;
        const place = `${table.name}/${field.name}/${record.id}`;
        const hash = createHash("sha256").update(place).digest("hex");
        const parts =
          field.containerStorage === "secure"
            ? ["Secure", hash.slice(0, 2).toUpperCase(), hash.slice(2, 34).toUpperCase()]
            : ["Files", database.name, `${record.id}_${basename(cell.name)}`];
        const file = join(folder, ...parts);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, cell.bytes);
      }
    }
  }
}
