import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { readLocalSettings } from "../../functions/settings/local.ts";
import { startRuntime } from "../../local-runtime/runtime.ts";
import { startServer } from "../../sandbox/fmserver/server.ts";
import { flowingClock } from "../support/clocks/flowing-clock.ts";
import { call } from "../support/http/call.ts";
import { startChild } from "../support/programs/child-program.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { adminAccount } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const server = await startServer();
afterAll(() => server.close());

const headers = { Authorization: adminAccount };
const records = "/svc/fmi/data/vLatest/databases/Contacts/layouts/OttoReceiver/records?_limit=1000";

interface Row {
  readonly fieldData: { readonly Channel: string; readonly Payload: string };
}

// tests/deliveries/crashes.test.ts covers every write; here a real process is killed with its files open.
for (const [side, number] of [
  ["after", 9],
  ["before", 14],
] as const)
  verifies("webhooks:delivery:killed", `kill -9 ${side} write ${number}: acknowledged events arrive`, async () => {
    const dataDir = join(scratchFolder(), "data");
    const program = new URL("../support/programs/crash-at.ts", import.meta.url);
    const child = startChild(program, dataDir, server.origin, side, `${number}`);
    const [baseUrl = ""] = await child.lines(1);
    const made = { databases: ["Contacts.fmp12"], label: "shop", user: "api", pass: "demo-pass" };
    const key: string = (await call(baseUrl, "POST", "/svc/api/api-key", { headers, json: made })).body.response.key;
    const channel = `killed-${number}`;
    const settings = { answerMode: "accepted" };
    await call(baseUrl, "POST", "/svc/api/webhooks", {
      headers,
      json: { channel, filename: "Contacts", label: "x", settings },
    });
    child.publish("arm");
    await child.lines(2);
    const answered: number[] = [];
    for (let n = 0; child.process.signalCode === null && n < 50; n += 1) {
      const sent = call(baseUrl, "POST", `/svc/receiver/Contacts/${channel}`, { key, json: { n } });
      const answer = await sent.catch(() => undefined); // The connection died with the process.
      if (answer === undefined) break;
      expect(answer.status, JSON.stringify(answer.body)).toBe(202);
      answered.push(n);
    }
    await child.ended();
    expect(child.process.signalCode).toBe("SIGKILL");

    const clock = flowingClock(Date.now());
    const local = readLocalSettings({ PORT: "0", DATA_DIR: dataDir, FMS_URL: server.origin });
    const runtime = await startRuntime(local, server.origin, { clock });
    try {
      const list = "/svc/api/deliveries?source=webhook-1&limit=100";
      const open = async () =>
        (await call(runtime.baseUrl, "GET", `${list}&state=pending`, { headers })).body.response.deliveries.length > 0;
      while (await open()) await clock.turn(30_000);
      const rows: Row[] = (await call(runtime.baseUrl, "GET", records, { key })).body.response.data ?? [];
      const payloads = rows
        .filter(({ fieldData }) => fieldData.Channel === channel)
        .map(({ fieldData }) => JSON.parse(fieldData.Payload));
      expect(payloads.map(({ n }) => n)).toEqual(expect.arrayContaining(answered));
      // A record created before the end is found again, and created only once.
      expect(new Set(payloads.map((payload) => payload["request-id"])).size).toBe(payloads.length);
    } finally {
      await runtime.stop();
    }
  });
