import { mkdir, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { benchAgainst } from "./against.ts";
import { benchBackups, keepBackupsRun } from "./backups/bench-backups.ts";
import { fullBackups, quickBackups } from "./backups/plan.ts";
import { type BenchCommand, readCommand } from "./command-line.ts";
import { benchConsole, keepConsoleRun } from "./console/bench-console.ts";
import { endOnSignals } from "./machine/end-on-signals.ts";
import { benchMcp, keepMcpRun } from "./mcp/bench-mcp.ts";
import { fullMcp, quickMcp } from "./mcp/plan.ts";
import { full, quick } from "./plan.ts";
import { benchProxy } from "./proxy.ts";
import { benchReleases, keepReleasesRun } from "./releases/bench-releases.ts";
import { fullReleases, quickReleases } from "./releases/release-plan.ts";
import { runText } from "./run-file.ts";
import { benchScale, keepScaleRun } from "./scale/bench-scale.ts";
import { fullScale, quickScale } from "./scale/plan.ts";
import { benchWebhooks, keepWebhookRun } from "./webhooks/bench-webhooks.ts";
import { fullWebhooks, quickWebhooks } from "./webhooks/plan.ts";
import { RUN_FILE, writePage } from "./write-page.ts";

endOnSignals();

const command = readCommand(process.argv.slice(2));
if ("refused" in command) {
  process.stderr.write(`${command.refused}\n`);
  process.exitCode = 2;
} else {
  process.exitCode = await run(command);
}

/** Runs the command; returns 1 if Latchkey didn't start, a figure failed, or a target was missed. */
async function run({ bench, checkout, folder, mode, figures, webhookParts, complete }: BenchCommand): Promise<number> {
  if (bench === "page") {
    await writePage();
    return 0;
  }
  if (bench === "console") {
    const run = await benchConsole((text) => process.stdout.write(`${text}\n`));
    await keepConsoleRun(run);
    await writePage();
    return run.verdicts.some(({ verdict }) => verdict === "missed") ? 1 : 0;
  }
  if (bench === "releases") {
    const run = await benchReleases(mode === "quick" ? quickReleases : fullReleases, (text) =>
      process.stdout.write(`${text}\n`),
    );
    if (mode === "full") {
      await keepReleasesRun(run);
      await writePage();
    }
    return run.verdicts.some(({ verdict }) => verdict === "missed") ? 1 : 0;
  }
  if (bench === "webhooks") {
    const print = (text: string) => process.stdout.write(`${text}\n`);
    const run = await benchWebhooks(mode === "quick" ? quickWebhooks : fullWebhooks, print, webhookParts);
    if (mode === "full" && webhookParts === undefined) {
      await keepWebhookRun(run);
      await writePage();
    }
    return run.verdicts.some(({ verdict }) => verdict === "missed") ? 1 : 0;
  }
  if (bench === "scale") {
    const plan = { ...(mode === "quick" ? quickScale : fullScale), folder };
    const run = await benchScale(plan, (text) => process.stdout.write(`${text}\n`));
    if (mode === "full") {
      await keepScaleRun(run);
      await writePage();
    }
    return run.verdicts.some(({ verdict }) => verdict === "missed") ? 1 : 0;
  }
  if (bench === "mcp") {
    const run = await benchMcp(mode === "quick" ? quickMcp : fullMcp, (text) => process.stdout.write(`${text}\n`));
    if (mode === "full") {
      await keepMcpRun(run);
      await writePage();
    }
    return run.verdicts.some(({ verdict }) => verdict === "missed") ? 1 : 0;
  }
  if (bench === "backups") {
    const run = await benchBackups(mode === "quick" ? quickBackups : fullBackups, (text) =>
      process.stdout.write(`${text}\n`),
    );
    // The page names the plan.
    await keepBackupsRun(run);
    await writePage();
    return run.verdicts.some(({ verdict }) => verdict === "missed") ? 1 : 0;
  }
  if (checkout !== undefined) {
    const plan = mode === "quick" ? quick : full;
    return (await benchAgainst(resolve(checkout), plan, (text) => process.stdout.write(`${text}\n`))) ? 0 : 1;
  }
  const result = await benchProxy(mode === "quick" ? quick : full, figures, (text) =>
    process.stdout.write(`${text}\n`),
  );
  // Quick runs and single figures aren't stored; only complete runs are.
  const tookPart = !result.absent.includes("Latchkey");
  if (mode === "full" && complete && tookPart) {
    await mkdir(new URL("./", RUN_FILE), { recursive: true });
    await writeFile(RUN_FILE, runText(result));
    await writePage();
  }
  return !tookPart || result.failed.length > 0 || result.verdicts.some(({ verdict }) => verdict === "missed") ? 1 : 0;
}
