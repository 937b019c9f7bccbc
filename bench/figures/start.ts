import { join } from "node:path";
import type { Finding } from "../finding.ts";
import type { Stage } from "../stage.ts";
import { laidOutRelease } from "../starts/laid-out-release.ts";
import { IDLE_SECONDS, oneStart, type Start, type StartPlan } from "../starts/one-start.ts";
import { median } from "../statistics.ts";

/** Measures the time from the command to the first answer and the first proxied call, with the sandbox, and the memory when idle. */
export async function start(stage: Stage): Promise<Finding> {
  const startOf = (command: StartPlan["command"], name: string) =>
    oneStart({
      command,
      cores: stage.cores?.all,
      dataFolder: join(stage.directory, `start-${name}`),
      compileCache: join(stage.directory, "start-compiled"),
    });
  const startsOf = async (command: StartPlan["command"], name: string) => {
    const starts: Start[] = [];
    for (let at = 0; at < stage.plan.starts; at += 1) starts.push(await startOf(command, `${name}-${at}`));
    return starts;
  };
  // Before the first start, which would build the console during the calls.
  const released: StartPlan["command"] = [await laidOutRelease(stage.directory), "demo"];
  // Node caches compiled code, so only the first start of a copy is slow.
  const first = [await startOf(NPM_START, "first")];
  const byNpm = await startsOf(NPM_START, "npm");
  const byNode = await startsOf(NODE, "node");
  const firstReleased = [await startOf(released, "released-first")];
  const byRelease = await startsOf(released, "released");
  return {
    values: {
      startToFirstAnswer: medianOf(byNpm, "secondsToFirstAnswer"),
      startToFirstCall: medianOf(byNpm, "secondsToFirstCall"),
      releaseToFirstAnswer: medianOf(byRelease, "secondsToFirstAnswer"),
      idleMemory: medianOf(byNpm, "residentMegabytes"),
    },
    tables: [
      {
        title: `Starts with the sandbox on an empty data folder, memory ${IDLE_SECONDS} s later`,
        columns: ["", "starts", "first 200 s", "first call s", "resident MB", "shared parts once, MB"],
        rows: [
          row("npm start, nothing compiled yet", first),
          row("npm start", byNpm),
          row("node local-runtime/start.mjs", byNode),
          row("latchkey of a release, nothing compiled yet", firstReleased),
          row("latchkey of a release", byRelease),
        ],
      },
    ],
    disturbed: byNpm.filter(({ disturbed }) => disturbed).length * 2 >= byNpm.length ? ["Latchkey"] : [],
  };
}

const NPM_START: StartPlan["command"] = ["npm", "start"];
const NODE: StartPlan["command"] = [process.execPath, "local-runtime/start.mjs", "demo"];

function medianOf(starts: readonly Start[], name: Exclude<keyof Start, "disturbed">): number {
  return median(starts.map((one) => one[name]));
}

function row(name: string, starts: readonly Start[]): (string | number)[] {
  return [
    name,
    starts.length,
    medianOf(starts, "secondsToFirstAnswer"),
    medianOf(starts, "secondsToFirstCall"),
    medianOf(starts, "residentMegabytes"),
    medianOf(starts, "proportionalMegabytes"),
  ];
}
