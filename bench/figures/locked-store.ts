import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Finding } from "../finding.ts";
import { type Answer, type Connection, openConnection } from "../load/connection.ts";
import { readRecords } from "../load/requests.ts";
import { disturbingCores, watchForeignLoad } from "../machine/foreign-load.ts";
import { withResources } from "../machine/with-resources.ts";
import { createAdminKey, startLatchkeyPeer } from "../peers/latchkey.ts";
import type { Stage } from "../stage.ts";
import { percentile } from "../statistics.ts";

/** Shorter than the timeout of a write, so that all writes succeed in the end. */
const lockedSeconds = 4;
const waitingWrites = 8;

/** Measures calls with a known key while another program locks the store's file and writes are waiting. */
export function lockedStore({ upstream, cores, directory }: Stage): Promise<Finding> {
  return withResources(async (use) => {
    const dataFolder = join(directory, "locked-store");
    const latchkey = use(await startLatchkeyPeer(dataFolder, { upstream: upstream.origin, core: cores?.proxy }));
    const { port, authorization = "" } = latchkey;
    const request = readRecords({ ...latchkey, name: "Latchkey", prefix: "/svc", authorization }, "K1");
    const connection = openConnection(port);
    await called(connection, request, 1);
    const foreignCores = watchForeignLoad();
    const free = await called(connection, request, lockedSeconds);
    const other = new DatabaseSync(join(dataFolder, "latchkey.sqlite"), { timeout: 10_000 });
    other.exec("BEGIN EXCLUSIVE");
    const writes = Array.from({ length: waitingWrites }, () => createAdminKey(port));
    const locked = await called(connection, request, lockedSeconds);
    other.exec("ROLLBACK");
    other.close();
    const freedAt = performance.now();
    await Promise.all(writes);
    const writtenMs = performance.now() - freedAt;
    connection.close();
    return {
      values: { lockedStoreCall: locked.at(-1) ?? Number.NaN },
      tables: [
        {
          title: `Another program locks the store's file for ${lockedSeconds} s, while ${waitingWrites} keys are to be created`,
          columns: ["", "calls", "p50 ms", "p99 ms", "longest ms", "all written after, ms"],
          rows: [
            ["not locked", free.length, percentile(free, 0.5), percentile(free, 0.99), free.at(-1) ?? Number.NaN, ""],
            [
              "locked",
              locked.length,
              percentile(locked, 0.5),
              percentile(locked, 0.99),
              locked.at(-1) ?? Number.NaN,
              writtenMs,
            ],
          ],
        },
      ],
      disturbed: foreignCores() > disturbingCores ? ["Latchkey"] : [],
    };
  });
}

/** Makes calls one after the other for a number of seconds; returns their durations in milliseconds, ascending. */
async function called(connection: Connection, request: Buffer, seconds: number): Promise<Float64Array> {
  const times: number[] = [];
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
    const answer = await new Promise<Answer | Error>((resolve) => connection.send(request, resolve));
    if (answer instanceof Error) throw answer;
    if (answer.status !== 200) throw new Error(`a call answered ${answer.status}`);
    times.push(answer.milliseconds);
  }
  return Float64Array.from(times).sort();
}
