import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Finding } from "../finding.ts";
import { type Answer, openConnection } from "../load/connection.ts";
import { readRecords, runScript } from "../load/requests.ts";
import { disturbingCores, watchForeignLoad } from "../machine/foreign-load.ts";
import { withResources } from "../machine/with-resources.ts";
import type { Contestant } from "../peers/contestant.ts";
import { startPeers } from "../peers/peers.ts";
import { upstreamConnections } from "../plan.ts";
import type { Stage } from "../stage.ts";
import { startUpstream } from "../upstream/running-upstream.ts";

const scriptSeconds = 5;
const scriptsAtOnce = 5;

/** Measures long scripts in sessions that answer one call at a time: no call may wait for them if another session could answer it. */
export async function slowScripts(stage: Stage): Promise<Finding> {
  const foreignCores = watchForeignLoad();
  const scripts = await onColdKey(stage, "scripts", async (to) => {
    const script = runScript(to, scriptSeconds);
    return Math.max(...(await Promise.all(Array.from({ length: scriptsAtOnce }, () => secondsOf(to, script)))));
  });
  const read = await onColdKey(stage, "read", async (to) => {
    await secondsOf(to, readRecords(to, "K1"));
    const script = secondsOf(to, runScript(to, scriptSeconds));
    await wait(1_000);
    const seconds = await secondsOf(to, readRecords(to, "K1"));
    await script;
    return seconds;
  });
  const rows = [
    [`${scriptsAtOnce} scripts of ${scriptSeconds} s at once on a cold key`, scripts.result, scripts.logins],
    [`a read beside a script of ${scriptSeconds} s`, read.result, read.logins],
  ];
  return {
    values: { scriptsAtOnce: scripts.result, readBesideScript: read.result },
    tables: [{ title: "Slow scripts, one call at a time in a session", columns: ["", "s", "upstream logins"], rows }],
    disturbed: foreignCores() > disturbingCores ? ["Latchkey"] : [],
  };
}

/** Runs `act` with a newly started Latchkey, and counts its logins. */
function onColdKey(
  { cores, directory }: Stage,
  folder: string,
  act: (to: Contestant) => Promise<number>,
): Promise<{ readonly result: number; readonly logins: number }> {
  return withResources(async (use) => {
    const upstream = use(await startUpstream(0, cores?.load));
    const start = {
      upstream: upstream.origin,
      connections: upstreamConnections,
      core: cores?.proxy,
      directory: join(directory, "slow-scripts", folder),
    };
    const peers = use(await startPeers(start, ["Latchkey"]));
    const latchkey = peers.contestants.find(({ name }) => name === "Latchkey");
    if (latchkey === undefined) throw new Error(`Latchkey did not start: ${peers.absent.get("Latchkey")}`);
    const before = await upstream.counters();
    const result = await act(latchkey);
    return { result, logins: (await upstream.counters()).logins - before.logins };
  });
}

/** Measures a call on a new connection. */
async function secondsOf(to: Contestant, request: Buffer): Promise<number> {
  const connection = openConnection(to.port);
  try {
    const answer = await new Promise<Answer | Error>((resolve) => connection.send(request, resolve));
    if (answer instanceof Error) throw answer;
    if (answer.status !== 200) throw new Error(`a call answered ${answer.status}`);
    return answer.milliseconds / 1_000;
  } finally {
    connection.close();
  }
}
