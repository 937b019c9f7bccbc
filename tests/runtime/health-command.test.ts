import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { openLog } from "../../local-runtime/logs/log.ts";
import { startServer } from "../../sandbox/fmserver/server.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { latchkeyProcess } from "../support/programs/latchkey-process.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";

const program = fileURLToPath(new URL("../../local-runtime/commands/health.ts", import.meta.url));
// Nothing listens there.
const closedPort = "1";

async function health(environment: Readonly<Record<string, string>>, words: readonly string[] = []) {
  const child = spawn(process.execPath, [program, ...words], { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, output, errors };
}

verifies("runtime:health:command", async () => {
  const fileMaker = await startServer();
  const folder = scratchFolder();
  const service = await latchkeyProcess({ FMS_URL: fileMaker.origin, DATA_DIR: join(folder, "data") });
  const { port } = new URL(service.baseUrl);
  expect(await health({ PORT: port })).toMatchObject({ code: 0, output: expect.stringContaining("responds at http") });
  expect(await health({ PORT: port, HOST: "0.0.0.0", TRUSTED_PROXIES: "192.0.2.1" }, ["--wait"])).toMatchObject({
    code: 0,
    errors: "",
  });
  // Without an agent, which is unknown and not a problem.
  expect(await health({ PORT: port }, ["--parts"])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^ok {6}store: .*\n[\s\S]*^unknown agent: no agent is enrolled$/m),
  });
  const { findings } = JSON.parse((await health({ PORT: port }, ["--parts", "--json"])).output);
  expect(findings).toContainEqual({ check: "fileMakerServer", state: "ok", text: "responds" });
  await service.terminate();
  await fileMaker.close();
  expect(await health({ PORT: port })).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^The service doesn't respond at .*: ECONNREFUSED\.\n$/),
  });
});

verifies("runtime:health:command", "it doesn't wait for a service that has ended", async () => {
  const { pid } = spawnSync("true");
  expect(await health({ PORT: closedPort, MAINPID: String(pid) }, ["--wait"])).toMatchObject({
    code: 1,
    errors: expect.stringContaining("ended before it responded"),
  });
});

verifies("runtime:health:command", "wrong settings have an exit code of their own", async () => {
  expect(await health({ PORT: "abc" })).toMatchObject({ code: 78, errors: expect.stringContaining("PORT must be") });
});

verifies("runtime:log:errors-to-stderr", async () => {
  const folder = scratchFolder();
  const written: string[] = [];
  const write = process.stderr.write;
  process.stderr.write = (line: string | Uint8Array) => {
    written.push(String(line));
    return true;
  };
  const log = openLog({ folder, clock: turnableClock(), copiesErrors: true });
  try {
    log.info({ event: "fine" });
    log.error({ event: "agent_ended", code: 1 });
    await log.close();
  } finally {
    process.stderr.write = write;
  }
  expect(written).toEqual(['{"event":"agent_ended","code":1}\n']);
  expect(readFileSync(join(folder, "svc-error.log"), "utf8")).toContain('"event":"agent_ended"');
});
