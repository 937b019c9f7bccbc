import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import * as z from "zod";

/** What wrk reports of a stretch. */
const Report = z.object({
  requests: z.int(),
  bytes: z.int(),
  microseconds: z.int(),
  p50: z.number(),
  p99: z.number(),
  failures: z.int(),
});
type WrkReport = z.infer<typeof Report>;

/** Whether wrk is installed: a generator written in C, which hides less of a difference than one in Node. */
export function hasWrk(): boolean {
  return spawnSync("wrk", ["-v"], { stdio: "ignore" }).error === undefined;
}

/** Sends the same request over and over on so many connections. It runs on the cores of this process. */
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

/** Sends these very bytes, and prints what came of it as the last line. */
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
