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

// crashes.test.ts covers every write; here a real process is killed with its files open.
for (const number of [4, 8, 11])
  verifies(
    "processes:crash:writes",
    `kill -9 at write ${number} of the service: accepted work is done after the restart`,
    async () => {
      const dataDir = join(scratchFolder(), "data");
      const child = startChild(
        new URL("../support/programs/crash-at.ts", import.meta.url),
        dataDir,
        server.origin,
        "before",
        `${number}`,
      );
      const [baseUrl = ""] = await child.lines(1);
      child.publish("arm");
      await child.lines(2);
      const start = () => call(baseUrl, "POST", "/svc/api/processes", { headers, json: { kind: "keys.rewrap" } });
      const answer = await start().catch(() => undefined); // The connection died with the process.
      await child.ended();
      expect(child.process.signalCode).toBe("SIGKILL");

      const clock = flowingClock(Date.now());
      const settings = readLocalSettings({ PORT: "0", DATA_DIR: dataDir, FMS_URL: server.origin });
      const runtime = await startRuntime(settings, server.origin, { clock });
      try {
        const list = async (query = "") =>
          (await call(runtime.baseUrl, "GET", `/svc/api/processes${query}`, { headers })).body.response.processes;
        while ((await list("?state=open")).length > 0) await clock.turn(10_000);
        const all: { id: number; state: string }[] = await list();
        expect(all.map(({ state }) => state).filter((state) => state !== "done")).toEqual([]);
        if (answer?.status === 202) expect(all.map(({ id }) => id)).toEqual([answer.body.response.processId]);
      } finally {
        await runtime.stop();
      }
    },
  );
