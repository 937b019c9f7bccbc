import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { bundledFunction } from "../../scripts/function-bundle.ts";
import { importMs } from "../../scripts/import-time.ts";
import { callsPerSecond, pairTable } from "../figures/rounds-table.ts";
import type { Table } from "../finding.ts";
import { playRounds } from "../load/rounds.ts";
import { claimCores } from "../machine/cores.ts";
import { MachineFacts, machineFacts, machineLine } from "../machine/facts.ts";
import { startProgram } from "../machine/program.ts";
import { openRunDirectory } from "../machine/run-directory.ts";
import { withResources } from "../machine/with-resources.ts";
import type { Contestant } from "../peers/contestant.ts";
import { createAdminKey } from "../peers/latchkey.ts";
import { announcedPort } from "../peers/node-peer.ts";
import { heldTo, missedLines, Verdict, verdictTable } from "../report.ts";
import { keptRun, runText, TableShape } from "../run-file.ts";
import { markdown, printed } from "../shown.ts";
import { startUpstream } from "../upstream/running-upstream.ts";
import type { McpPlan } from "./plan.ts";
import { scriptCall } from "./script-call.ts";
import type { McpStage } from "./stage.ts";
import { type McpValues, mcpTargets } from "./targets.ts";

/** Result of this bench. */
const McpRun = z.object({
  bench: z.literal("mcp"),
  measuredAt: z.iso.datetime(),
  machine: MachineFacts,
  pinned: z.boolean(),
  rounds: z.int(),
  seconds: z.number(),
  verdicts: z.array(Verdict),
  tables: z.array(TableShape),
});
export type McpRun = z.infer<typeof McpRun>;

/** File of the last full run. */
const RUN_FILE = new URL("../results/mcp.json", import.meta.url);

/** Measures answers to AI clients, against all limits. */
export async function benchMcp(plan: McpPlan, print: (text: string) => void): Promise<McpRun> {
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
    return { ...(await answered(stage)), ...(await scriptCall(stage)), ...(await coldStart(stage)) };
  });
  const verdicts = heldTo(mcpTargets, values);
  print(printed(verdictTable(verdicts)));
  for (const line of missedLines(verdicts)) print(line);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const { rounds } = plan;
  return { bench: "mcp", measuredAt, machine, pinned: cores !== undefined, rounds, seconds, verdicts, tables };
}

/** Measures requests per second, compared with the SDK's low-level server. */
function answered({ plan, cores, directory, print }: McpStage): Promise<McpValues> {
  return withResources(async (use) => {
    const upstream = use(await startUpstream(0, cores?.proxy));
    const started = (name: string, environment: Readonly<Record<string, string>> = {}) =>
      startProgram({
        command: process.execPath,
        args: [fileURLToPath(new URL(name, import.meta.url))],
        core: cores?.proxy,
        environment,
        ready: announcedPort,
      });
    const environment = { PORT: "0", FMS_URL: upstream.origin, DATA_DIR: join(directory, "mcp") };
    const program = use(await started("./latchkey-with-tools.ts", environment));
    const bareProgram = use(await started("./bare-server.ts"));
    const port = Number(program.readiness);
    const authorization = `Bearer ${await createAdminKey(port)}`;
    const latchkey = {
      name: "Latchkey",
      port,
      pid: program.pid,
      alive: program.alive,
      prefix: "/svc",
      authorization,
    } as const;
    const bare: Contestant<"bare server"> = {
      ...{ name: "bare server", port: Number(bareProgram.readiness), prefix: "", authorization: "" },
      ...{ pid: bareProgram.pid, alive: bareProgram.alive },
    };
    const ratioOf = async (title: string, method: string, params: object) => {
      const load = {
        layout: "K1",
        connections: 8,
        seconds: plan.secondsPerTurn,
        nextRequest: (to: Contestant<string>) => rpcCall(to, method, params),
      } as const;
      const rounds = await playRounds<"Latchkey" | "bare server">([latchkey, bare], load, plan.rounds);
      print(pairTable(title, rounds, { one: "Latchkey", other: "bare server", unit: "call" }));
      return rounds.ratio("Latchkey", "bare server", callsPerSecond);
    };
    return {
      listed: await ratioOf("tools/list with 50 tools, c=8", "tools/list", {}),
      called: await ratioOf("tools/call with 50 tools, c=8", "tools/call", {
        name: "run_script_7",
        arguments: { customer: "C-1007", limit: 20, open_only: true },
      }),
    };
  });
}

/**
 * Measures what a cold start of each function for AI clients loads: the function for tools, and the function for sign-ins.
 */
async function coldStart({ plan, directory, print }: McpStage): Promise<McpValues> {
  const names = ["mcp", "oauth"] as const;
  const bundles = await Promise.all(names.map(bundledFunction));
  const paths = bundles.map(({ name, write }) => write(join(directory, name)));
  // In turns, so that a noisy period of the machine affects all of them.
  const turns = Array.from({ length: 2 * plan.starts }, () => paths.map(importMs));
  const loads = bundles.map(({ start, resources }, at) => {
    const added = Math.max(...Object.values(resources).map(({ codeBytes }) => codeBytes));
    return { importMs: Math.min(...turns.map((times) => times[at] as number)), bytes: start.codeBytes + added };
  });
  print({
    title: "What a cold start loads, with the largest resource",
    columns: ["function", "import ms", "code KB"],
    rows: loads.map(({ importMs: time, bytes }, at) => [
      names[at] as string,
      Math.round(time * 10) / 10,
      Math.round(bytes / 1_000),
    ]),
  });
  const [tools, signIn] = loads as [(typeof loads)[number], (typeof loads)[number]];
  return {
    functionImport: tools.importMs,
    functionBundle: tools.bytes / 1_000_000,
    signInImport: signIn.importMs,
    signInBundle: signIn.bytes / 1_000_000,
  };
}

/** Returns a request of the old revisions, as most clients send it. */
function rpcCall({ port, authorization, prefix }: Contestant<string>, method: string, params: object): Buffer {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
  const head = [
    `POST ${prefix}/admin-mcp HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    ...(authorization === "" ? [] : [`Authorization: ${authorization}`]),
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
    "MCP-Protocol-Version: 2025-11-25",
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), body]);
}

export async function keepMcpRun(run: McpRun): Promise<void> {
  await writeFile(RUN_FILE, runText(run));
}

/** Returns this bench's part of `docs/benchmarks.md`, from the stored run. Empty if there is none. */
export async function mcpPart(): Promise<string> {
  const run = await keptRun(RUN_FILE, McpRun);
  if (run === undefined) return "";
  const { verdicts, tables, measuredAt, machine, seconds, rounds } = run;
  const missed = missedLines(verdicts).map((line) => `- ${line}`);
  return [
    "## AI clients",
    `\`npm run bench mcp\` sends requests of the Model Context Protocol to Latchkey's endpoint, with an Admin API key and fifty tools that respond at once, and to the SDK's low-level server with \`node:http\`, which requires no key. It also runs a script through a tool and through OData; the upstream responds at once. The compared programs take turns on one core; ratios are medians of ${rounds} rounds.`,
    markdown({ ...verdictTable(verdicts), title: "AI clients against their limits" }),
    ...(missed.length === 0 ? [] : [missed.join("\n")]),
    ...tables.map(markdown),
    `On ${measuredAt.slice(0, 10)}, in ${seconds} s: ${machineLine(machine)}.`,
  ].join("\n\n");
}
