import { disturbedIn, type Finding } from "../finding.ts";
import { closedLoop } from "../load/closed-loop.ts";
import { readRecords } from "../load/requests.ts";
import { download, upload } from "../load/transfers.ts";
import { growthWhile } from "../machine/memory-probe.ts";
import type { Stage } from "../stage.ts";
import { type Alone, eachAlone } from "./alone.ts";

/** Measures a transfer of a gigabyte through each proxy, in both directions: memory growth and speed. */
export async function oneGigabyte(stage: Stage): Promise<Finding> {
  const megabytes = stage.plan.transferMegabytes;
  const downs = await eachAlone(stage, (alone) => transfer(alone, megabytes, () => receive(alone, megabytes)));
  const ups = await eachAlone(stage, (alone) => transfer(alone, megabytes, () => send(alone, megabytes)));
  const upOf = (name: string) => ups.find((up) => up.name === name)?.result ?? nothing("not measured");
  const rows = downs.map(({ name, result: down }) => {
    const up = upOf(name);
    const failures = [down.failure, up.failure].filter(Boolean).join("; ");
    return [name, down.megabytesPerSecond, down.growthMb, up.megabytesPerSecond, up.growthMb, failures];
  });
  const ourDown = downs.find(({ name }) => name === "Latchkey")?.result;
  return {
    values: ourDown === undefined ? {} : { downloadGrowth: ourDown.growthMb, uploadGrowth: upOf("Latchkey").growthMb },
    tables: [{ title: `${megabytes} MB through a proxy just started`, columns: COLUMNS, rows }],
    disturbed: disturbedIn(...downs, ...ups),
  };
}

const COLUMNS = ["", "down MB/s", "growth MB", "up MB/s", "growth MB", "failure"];

interface Transfer {
  readonly megabytesPerSecond: number;
  readonly growthMb: number;
  readonly failure: string;
}

function nothing(failure: string): Transfer {
  return { megabytesPerSecond: Number.NaN, growthMb: Number.NaN, failure };
}

async function transfer({ contestant, pid }: Alone, megabytes: number, moving: () => Promise<void>): Promise<Transfer> {
  try {
    // Warms up, because the first execution of code isn't part of the figure.
    const request = readRecords(contestant, "K1");
    await closedLoop({ port: contestant.port, nextRequest: () => request, connections: 32, seconds: WARM_UP_SECONDS });
    const startedAt = performance.now();
    const growthMb = await growthWhile(pid, moving);
    return { megabytesPerSecond: (megabytes * 1e3) / (performance.now() - startedAt), growthMb, failure: "" };
  } catch (error) {
    return nothing(error instanceof Error ? error.message : String(error));
  }
}

const WARM_UP_SECONDS = 0.5;

async function receive({ contestant }: Alone, megabytes: number): Promise<void> {
  const bytes = await download(contestant, `M${megabytes}`);
  if (bytes !== megabytes * 1e6) throw new Error(`${bytes} bytes came down`);
}

async function send({ contestant, upstream }: Alone, megabytes: number): Promise<void> {
  await upload(contestant, megabytes * 1e6);
  const { uploadedBytes } = await upstream.counters();
  // A login may have added a few bytes.
  const missing = megabytes * 1e6 - uploadedBytes;
  if (missing > 0) throw new Error(`${missing} bytes did not arrive`);
}
