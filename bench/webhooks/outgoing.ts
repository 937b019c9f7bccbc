import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { startProgram } from "../machine/program.ts";
import { withResources } from "../machine/with-resources.ts";
import { announcedPort } from "../peers/node-peer.ts";
import { percentile } from "../statistics.ts";
import type { WebhookStage } from "./stage.ts";
import type { WebhookValues } from "./targets.ts";

const targets = 10;
const dead = 0;
const slow = 1;
const slowMs = 5_000;
/** Rate of changes: a burst would only measure the total throughput of the machine. */
const changesPerSecond = 25;
const patienceMs = 120_000;

/**
 * Measures the delay between FileMaker Server's notification of changes and their arrival at healthy receivers, while one receiver is dead
 * and another slow.
 */
export function outgoingEvents({ plan, directory, cores, print }: WebhookStage): Promise<WebhookValues> {
  return withResources(async (use) => {
    const receivers = use(await startReceivers());
    const sandbox = use(
      await startProgram({
        command: process.execPath,
        args: [pathOf("../../sandbox/start.ts"), "--admin-port", "0", "--folder", join(directory, "sandbox")],
        core: cores?.load,
        ready: (line) => /sandbox ready at (\S+)/.exec(line)?.[1],
      }),
    );
    const latchkey = use(
      await startProgram({
        command: process.execPath,
        args: [pathOf("./relaying-latchkey.ts"), join(directory, "relaying"), sandbox.readiness],
        core: cores?.proxy,
        ready: announcedPort,
      }),
    );
    const address = await relayAddress(Number(latchkey.readiness), receivers.port);
    const changedAt: number[] = [];
    const startedAt = performance.now();
    for (let change = 0; change < plan.changes; change += 1) {
      await wait(Math.max(0, startedAt + (change / changesPerSecond) * 1_000 - performance.now()));
      changedAt[change] = performance.now();
      const answer = await fetch(address, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ change, value: [{ id: change, city: "Bern" }] }),
      });
      if (answer.status !== 200) throw new Error(`The relay answered ${answer.status}`);
    }
    const isThrough = () => [...receivers.received.values()].every((moments) => moments.size === plan.changes);
    const sentAt = performance.now();
    while (!isThrough() && performance.now() - sentAt < patienceMs) await wait(50);
    const times = [...receivers.received.values()].flatMap((moments) =>
      changedAt.map((changed, change) => ((moments.get(change) ?? Number.POSITIVE_INFINITY) - changed) / 1_000),
    );
    const ascending = Float64Array.from(times).sort();
    const p99 = percentile(ascending, 0.99);
    print({
      title: `${plan.changes * targets} events to ${targets} receivers, one dead, one slow, ${changesPerSecond * targets} a second`,
      columns: ["", "p50 s", "p99 s", "slowest s"],
      rows: [["the others", percentile(ascending, 0.5), p99, ascending.at(-1) ?? Number.NaN]],
    });
    return { outgoingP99: p99 };
  });
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

/** Starts receivers on this machine: a path for each, with the time of each event's first arrival. */
async function startReceivers() {
  const received = new Map<number, Map<number, number>>();
  for (let target = 0; target < targets; target += 1)
    if (target !== dead && target !== slow) received.set(target, new Map());
  const server = createServer((request, response) => {
    const target = Number(request.url?.slice(1));
    if (target === dead) return; // Never answers.
    if (target === slow) return void setTimeout(() => response.end(), slowMs).unref();
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { change } = Change.parse(JSON.parse(Buffer.concat(chunks).toString()));
      const moments = received.get(target);
      if (moments?.has(change) === false) moments.set(change, performance.now());
      response.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("A server on a port has an address");
  return {
    port: bound.port,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const Change = z.object({ change: z.int() });
const CreatedKey = z.object({ response: z.object({ key: z.string() }) });
const OnServer = z.object({ webhooks: z.tuple([z.object({ webhook: z.url() })]) });

/** Creates a trigger with all receivers, and returns the address for FileMaker Server's changes. */
async function relayAddress(port: number, receiversPort: number): Promise<string> {
  const base = `http://127.0.0.1:${port}/svc`;
  const admin = `Basic ${Buffer.from("admin:admin-pass").toString("base64")}`;
  const post = async (path: string, body: object): Promise<unknown> => {
    const headers = { "Content-Type": "application/json", Authorization: admin };
    const answer = await fetch(base + path, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  const account = { user: "api", pass: "demo-pass" };
  const made = await post("/api/api-key", { databases: ["Contacts.fmp12"], label: "bench", isOData: true, ...account });
  const { key } = CreatedKey.parse(made).response;
  const urls = Array.from({ length: targets }, (_, at) => `http://receiver.example.com:${receiversPort}/${at}`);
  const destination = { kind: "relay", targets: urls.map((url) => ({ kind: "url", url })) };
  await post("/api/triggers", { label: "bench", filename: "Contacts", key, tableName: "Phones", destination });
  const listed = await fetch(`${base}/fmi/odata/v4/Contacts.fmp12/Webhook.GetAll`, {
    headers: { Authorization: `Bearer ${key}`, "X-Svc-Normalize-Ext": "false" },
  });
  const [{ webhook }] = OnServer.parse(await listed.json()).webhooks;
  return `http://127.0.0.1:${port}${new URL(webhook).pathname}`;
}
