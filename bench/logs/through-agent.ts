import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { growthWhile } from "../machine/memory-probe.ts";
import { withResources } from "../machine/with-resources.ts";
import { createAdminKey, startLatchkeyOn } from "../peers/latchkey.ts";
import type { Stage } from "../stage.ts";
import { percentile } from "../statistics.ts";

/** Measurements of reading a host's logs through the service and its agent, on one machine. */
export interface ThroughAgent {
  /** Time to read a line of a small log, over HTTP and the link and back, in milliseconds. */
  readonly roundTripP50: number;
  readonly roundTripP99: number;
  readonly downloadMegabytesPerSecond: number;
  /** Memory growth of service and agent together. */
  readonly downloadGrowthMegabytes: number;
}

const requests = 500;
const warmUps = 50;
const small = "Event.log";
const smallLine = "2026-11-20 09:00:00.000 +0000\tInformation\t737\tfms1\tA line.\n";
const PATIENCE_MS = 30_000;

/** Starts Latchkey with an agent in a server folder with the log, then reads and downloads it. */
export function throughAgent(
  { upstream, cores, directory }: Stage,
  serverPath: string,
  name: string,
): Promise<ThroughAgent> {
  return withResources(async (use) => {
    await mkdir(join(serverPath, "Logs"), { recursive: true });
    await writeFile(join(serverPath, "Logs", small), smallLine);
    const environment = { FMS_SERVER_PATH: serverPath, FMS_ADMIN_URL: upstream.origin };
    const start = { upstream: upstream.origin, core: cores?.all, environment };
    const program = use(await startLatchkeyOn(join(directory, "latchkey-with-agent"), start));
    const origin = `http://127.0.0.1:${program.readiness}/svc/api`;
    const headers = { authorization: `Bearer ${await createAdminKey(Number(program.readiness))}` };
    const line = () => fetch(`${origin}/logs/${small}/lines?count=1`, { headers });
    await linked(line);

    const times: number[] = [];
    for (let at = 0; at < warmUps + requests; at += 1) {
      const begun = performance.now();
      await (await line()).arrayBuffer();
      if (at >= warmUps) times.push(performance.now() - begun);
    }
    const ascending = times.toSorted((a, b) => a - b);

    let bytes = 0;
    const begun = performance.now();
    const downloadGrowthMegabytes = await growthWhile(program.pid, async () => {
      const answer = await fetch(`${origin}/server-info/logs/${name}`, { headers });
      if (!answer.ok || answer.body === null) throw new Error(`The download answered ${answer.status}`);
      for await (const chunk of answer.body) bytes += chunk.length;
    });
    return {
      roundTripP50: percentile(ascending, 0.5),
      roundTripP99: percentile(ascending, 0.99),
      downloadMegabytesPerSecond: bytes / (performance.now() - begun) / 1_000,
      downloadGrowthMegabytes,
    };
  });
}

/** Resolves when the agent answers. */
async function linked(ask: () => Promise<Response>): Promise<void> {
  const endsAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    await answer.arrayBuffer();
    if (answer.ok) return;
    if (performance.now() > endsAt) throw new Error(`The agent does not answer: HTTP ${answer.status}`);
    await wait(50);
  }
}
