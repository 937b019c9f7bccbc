import { join } from "node:path";
import * as z from "zod";
import { p50, pairTable } from "../figures/rounds-table.ts";
import { playRounds } from "../load/rounds.ts";
import { withResources } from "../machine/with-resources.ts";
import type { Contestant } from "../peers/contestant.ts";
import { createDataKey, startLatchkeyPeer } from "../peers/latchkey.ts";
import { startUpstream } from "../upstream/running-upstream.ts";
import type { McpStage } from "./stage.ts";
import type { McpValues } from "./targets.ts";

/** Number of keys: each has a rate limit, and none may have to wait. */
const keyCount = 600;
/** Default of MCP_CALLS_PER_MINUTE. */
const callsPerMinute = 60;

const args = { customer: "C-1007" };

/** Measures what a script tool adds to the same OData call, one at a time. */
export function scriptCall({ plan, cores, directory, print }: McpStage): Promise<McpValues> {
  return withResources(async (use) => {
    const upstream = use(await startUpstream(0, cores?.load));
    const peer = use(
      await startLatchkeyPeer(join(directory, "script-call"), { upstream: upstream.origin, core: cores?.proxy }),
    );
    await makeTool(peer.port, peer.adminAuthorization ?? "");
    const keys = await Promise.all(Array.from({ length: keyCount }, () => createDataKey(peer.port)));
    let calls = 0;
    const requests = keys.map((key) => toolCall(peer.port, key));
    const latchkey: Contestant<"Latchkey"> = {
      ...{ name: "Latchkey", port: peer.port, pid: peer.pid, alive: peer.alive, prefix: "/svc", authorization: "" },
    };
    const direct: Contestant<"OData"> = {
      ...{ name: "OData", port: Number(new URL(upstream.origin).port), pid: undefined, alive: () => true },
      ...{ prefix: "", authorization: "" },
    };
    const load = {
      layout: "K1",
      connections: 1,
      seconds: plan.secondsPerTurn,
      nextRequest: ({ name, port }: Contestant<string>) => {
        if (name === "OData") return odataCall(port);
        calls += 1;
        return requests[calls % keyCount] as Buffer;
      },
    } as const;
    await expectResult(peer.port, keys[0] as string);
    const rounds = await playRounds<"Latchkey" | "OData">([latchkey, direct], load, plan.rounds);
    if (calls > keyCount * (callsPerMinute - 1)) throw new Error(`${calls} calls are more than the keys may make`);
    print(
      pairTable("A script by a tool, and by OData, c=1", rounds, { one: "Latchkey", other: "OData", unit: "call" }),
    );
    return { scriptAdded: rounds.difference("Latchkey", "OData", p50) };
  });
}

async function makeTool(port: number, authorization: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const headers = { "content-type": "application/json", authorization };
    const answer = await fetch(`http://127.0.0.1:${port}/svc/api/${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  };
  await post("mcp-servers", { name: "Bench", slug: "bench", filename: "X.fmp12" });
  await post("mcp-servers/bench/tools", {
    name: "Open orders",
    description: "Finds the open orders of a customer and says how much is due.",
    script_name: "Open orders",
    input_schema: { customer: { type: "string", required: true } },
    is_active: true,
  });
}

const message = JSON.stringify({
  ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
  params: { name: "open_orders", arguments: args },
});

function toolCall(port: number, key: string): Buffer {
  return requestOf(port, "/svc/mcp/bench", `Bearer ${key}`, message);
}

function odataCall(port: number): Buffer {
  const account = Buffer.from("api:demo-pass").toString("base64");
  const body = JSON.stringify({ scriptParameterValue: args });
  return requestOf(port, "/fmi/odata/v4/X/Script.Open%20orders", `Basic ${account}`, body);
}

function requestOf(port: number, path: string, authorization: string, body: string): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: ${authorization}`,
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}

const Called = z.object({ result: z.object({ structuredContent: z.object({ due: z.number() }) }) });

/** Makes a call to check for an error, because a tool's error is answered like a result. */
async function expectResult(port: number, key: string): Promise<void> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  const answer = await fetch(`http://127.0.0.1:${port}/svc/mcp/bench`, { method: "POST", headers, body: message });
  const body: unknown = await answer.json();
  if (!Called.safeParse(body).success) throw new Error(`the tool answered ${JSON.stringify(body)}`);
}
