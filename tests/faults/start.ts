import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FaultRow } from "./row.ts";
import { rows } from "./rows.ts";

// What reads our lines may go first: the row still puts its processes away.
process.stdout.on("error", () => undefined);

async function tried(row: FaultRow): Promise<"held" | "not tried" | "failed"> {
  const missing = row.missing?.();
  if (missing !== undefined) {
    console.log(`-    ${row.id.padEnd(4)} ${row.sentence}\n          not tried: ${missing}`);
    return "not tried";
  }
  const folder = mkdtempSync(join(tmpdir(), "latchkey-fault-"));
  const ends: (() => Promise<void> | void)[] = [];
  const begun = performance.now();
  try {
    await row.run({ folder, atEnd: (work) => void ends.unshift(work) });
    console.log(`held ${row.id.padEnd(4)} ${row.sentence} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
    return "held";
  } catch (thrown) {
    console.log(`FAIL ${row.id.padEnd(4)} ${row.sentence}\n${thrown instanceof Error ? thrown.stack : String(thrown)}`);
    return "failed";
  } finally {
    for (const end of ends) await end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

const wanted = process.argv.slice(2);
const chosen = rows.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
if (chosen.length === 0)
  throw new Error(`There is no such row. Rows: ${[...new Set(rows.map(({ id }) => id))].join(", ")}`);
const outcomes: string[] = [];
// One after another: a row that waits for seconds must not be slowed down by the next.
for (const row of chosen) outcomes.push(await tried(row));
console.log(`${outcomes.filter((outcome) => outcome === "held").length} of ${outcomes.length} held`);
process.exit(outcomes.includes("failed") ? 1 : 0);
