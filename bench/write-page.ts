import { readFile, writeFile } from "node:fs/promises";
import { backupsPart } from "./backups/bench-backups.ts";
import { consolePart } from "./console/bench-console.ts";
import { mcpPart } from "./mcp/bench-mcp.ts";
import { benchmarksPage } from "./page.ts";
import { releasesPart } from "./releases/bench-releases.ts";
import { type ProxyRun, readRun } from "./run-file.ts";
import { scalePart } from "./scale/bench-scale.ts";
import { webhooksPart } from "./webhooks/bench-webhooks.ts";

/** File of the last full run. */
export const RUN_FILE = new URL("./results/proxy.json", import.meta.url);

/** Writes `docs/benchmarks.md` from the stored run and the commentary. */
export async function writePage(): Promise<void> {
  await writeFile(PAGE, await expectedPage());
}

/** Returns the page for the current results. */
export async function expectedPage(): Promise<string> {
  const others = [
    await consolePart(),
    await webhooksPart(),
    await releasesPart(),
    await mcpPart(),
    await backupsPart(),
    await scalePart(),
  ].filter((part) => part !== "");
  return benchmarksPage(await keptRun(), await readFile(COMMENTARY, "utf8"), others);
}

/** Current page. */
export const PAGE = new URL("../docs/benchmarks.md", import.meta.url);
const COMMENTARY = new URL("./commentary.md", import.meta.url);

async function keptRun(): Promise<ProxyRun | undefined> {
  try {
    return readRun(await readFile(RUN_FILE, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
