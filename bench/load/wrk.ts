import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import * as z from "zod";

/** Result of wrk. */
const Report = z.object({
  requests: z.int(),
  bytes: z.int(),
  microseconds: z.int(),
  p50: z.number(),
  p99: z.number(),
  failures: z.int(),
});
type WrkReport = z.infer<typeof Report>;

/** Returns true if wrk is installed: as a generator in C, it hides less of a difference than one in Node. */
export function hasWrk(): boolean {
  return spawnSync("wrk", ["-v"], { stdio: "ignore" }).error === undefined;
}

/** Sends the same request repeatedly on a number of connections. Runs on the cores of this process. */
export async function wrkLoad({
  port,
  request,
  connections,
  seconds,
}: {
  readonly port: number;
  readonly request: Buffer;
  readonly connections: number;
  readonly seconds: number;
}): Promise<WrkReport> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-wrk-"));
  try {
    const script = join(folder, "load.lua");
    writeFileSync(script, scriptFor(request));
    const words = ["-t1", `-c${connections}`, `-d${Math.ceil(seconds)}s`, "--timeout", "60s", "-s", script];
    const program = spawn("wrk", [...words, `http://127.0.0.1:${port}/`], { stdio: ["ignore", "pipe", "inherit"] });
    const [printed, [code]] = await Promise.all([text(program.stdout), once(program, "exit")]);
    if (code !== 0) throw new Error(`wrk ended with ${code}: ${printed}`);
    return Report.parse(JSON.parse(printed.slice(printed.lastIndexOf("\n{"))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns a script that sends these bytes, and prints the result as the last line. */
function scriptFor(request: Buffer): string {
  const bytes = [...request].map((byte) => `\\${String(byte).padStart(3, "0")}`).join("");
  return `local bytes = "${bytes}"
request = function() return bytes end
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format('\\n{"requests":%d,"bytes":%d,"microseconds":%d,"p50":%d,"p99":%d,"failures":%d}',
    summary.requests, summary.bytes, summary.duration, latency:percentile(50), latency:percentile(99),
    e.connect + e.read + e.write + e.status + e.timeout))
end
`;
}
