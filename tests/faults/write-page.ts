import { writeFileSync } from "node:fs";
import { reliabilityPage } from "./page.ts";
import { keptResults } from "./results.ts";

/** Writes `docs/reliability.md` from the rows and the stored results. */
export function writePage(): void {
  writeFileSync(new URL("../../docs/reliability.md", import.meta.url), reliabilityPage(keptResults()));
}
