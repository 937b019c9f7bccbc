import { writeFile } from "node:fs/promises";
import * as z from "zod";
import type { Table } from "../finding.ts";
import { claimCores } from "../machine/cores.ts";
import { MachineFacts, machineFacts, machineLine } from "../machine/facts.ts";
import { openRunDirectory } from "../machine/run-directory.ts";
import { withResources } from "../machine/with-resources.ts";
import { heldTo, missedLines, Verdict, verdictTable } from "../report.ts";
import { keptRun, runText, TableShape } from "../run-file.ts";
import { markdown, printed } from "../shown.ts";
import { type WebhookPart, webhookParts } from "./parts.ts";
import type { WebhookPlan } from "./plan.ts";
import { type WebhookValues, webhookTargets } from "./targets.ts";

/** Result of the webhooks bench. */
const WebhookRun = z.object({
  bench: z.literal("webhooks"),
  measuredAt: z.iso.datetime(),
  machine: MachineFacts,
  pinned: z.boolean(),
  rounds: z.int(),
  seconds: z.number(),
  verdicts: z.array(Verdict),
  tables: z.array(TableShape),
});
export type WebhookRun = z.infer<typeof WebhookRun>;

/** File of the last full run. */
const RUN_FILE = new URL("../results/webhooks.json", import.meta.url);

/** Measures incoming and outgoing events, against all limits for which the selected parts have a value. */
export async function benchWebhooks(
  plan: WebhookPlan,
  print: (text: string) => void,
  chosen?: readonly WebhookPart[],
): Promise<WebhookRun> {
  const startedAt = performance.now();
  const machine = machineFacts();
  const measuredAt = new Date().toISOString();
  const cores = claimCores();
  print(machineLine(machine));
  const tables: Table[] = [];
  const show = (table: Table) => {
    tables.push(table);
    print(printed(table));
  };
  const values = await withResources(async (use) => {
    const stage = { plan, cores, directory: use(openRunDirectory()).path, print: show };
    let found: WebhookValues = {};
    for (const [name, take] of Object.entries(webhookParts))
      if (chosen?.includes(name as WebhookPart) ?? true) found = { ...found, ...(await take(stage)) };
    return found;
  });
  const all = heldTo(webhookTargets, values);
  const verdicts = chosen === undefined ? all : all.filter(({ verdict }) => verdict !== "not measured");
  print(printed(verdictTable(verdicts)));
  for (const line of missedLines(verdicts)) print(line);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const { rounds } = plan;
  return { bench: "webhooks", measuredAt, machine, pinned: cores !== undefined, rounds, seconds, verdicts, tables };
}

export async function keepWebhookRun(run: WebhookRun): Promise<void> {
  await writeFile(RUN_FILE, runText(run));
}

/** Returns the webhooks part of `docs/benchmarks.md`, from the stored run. Empty if there is none. */
export async function webhooksPart(): Promise<string> {
  const run = await keptRun(RUN_FILE, WebhookRun);
  if (run === undefined) return "";
  const { verdicts, tables, measuredAt, machine, seconds, rounds } = run;
  const missed = missedLines(verdicts).map((line) => `- ${line}`);
  return [
    "## Webhooks and deliveries",
    `\`npm run bench webhooks\` sends events to Latchkey, started with \`npm start\`, while FileMaker Server is down, and relays a table trigger's changes to receivers on the same machine. The bare server is \`node:http\` with one insert into SQLite, configured like Latchkey's store. The compared programs take turns; ratios are medians of ${rounds} rounds. The kills hit a running program at random times; tests/deliveries/crashes.test.ts kills it at every single write.`,
    markdown({ ...verdictTable(verdicts), title: "Webhooks against their limits" }),
    ...(missed.length === 0 ? [] : [missed.join("\n")]),
    ...tables.map(markdown),
    `On ${measuredAt.slice(0, 10)}, in ${seconds} s: ${machineLine(machine)}.`,
  ].join("\n\n");
}
