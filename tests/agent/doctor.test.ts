import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, describe, expect } from "vitest";
import { findings } from "../../local-agent/doctor/doctor.ts";
import { hostAt } from "../../local-agent/host.ts";
import { enroll } from "../../local-agent/link/enroll.ts";
import { keepIdentity, readIdentity } from "../../local-agent/link/identity.ts";
import { mayMount, readOnlyDisk } from "../support/small-disk.ts";
import { compiledCode } from "../support/programs/compiled-code.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aHost } from "./support/a-host.ts";
import { anEnrollmentCode } from "./support/an-agent.ts";

const service = await testService();
const host = aHost();
afterAll(async () => {
  await service.stop();
  host.remove();
});

const program = fileURLToPath(new URL("../../local-agent/start.ts", import.meta.url));
const failed = async (now = Date.now()) =>
  (await findings(hostAt(host.path), host.folder, service.sandbox.origin, now)).filter(
    ({ state }) => state === "failed",
  );

verifies("agent:doctor:remedies", async () => {
  const words = [program, "doctor", "--folder", host.folder, "--server-path", host.path];
  const ended = await promisify(execFile)(process.execPath, words, { env: compiledCode }).catch(
    (thrown: unknown) => thrown,
  );
  expect(ended).toMatchObject({ code: 1 });
  const { stdout } = ended as { readonly stdout: string };
  expect(stdout).toMatch(/^failed {2}fmsadmin is missing\.\n {8}Install FileMaker Server/m);
  expect(stdout).toContain("No agent is enrolled in");
  for (const text of (await failed()).map(({ remedy }) => remedy)) expect(text).toBeTruthy();
});

verifies("agent:doctor:remedies", "a host with everything in place passes, and a wrong clock fails", async () => {
  host.fmsadmin("");
  const code = await anEnrollmentCode(service);
  await enroll({ address: `${service.baseUrl}/svc`, code, name: "host", folder: host.folder });
  expect(await failed()).toEqual([]);
  const [clock] = await failed(Date.now() + 600_000);
  expect(clock?.text).toMatch(/^The clocks differ: .* here, .* there\.$/);
});

describe.runIf(mayMount)("with a folder on a disk that the agent can only read", () => {
  const disk = join(host.path, "..", "fmbackup");
  const { folders } = service.sandbox.world.server.settings;
  const { backupPath } = folders;
  afterAll(() => {
    folders.backupPath = backupPath;
  });

  verifies("agent:doctor:folders", async () => {
    mkdirSync(disk);
    folders.backupPath = `filelinux:${disk}/`;
    const about = async () =>
      (await findings(hostAt(host.path), host.folder, service.sandbox.origin, Date.now())).find(({ text }) =>
        text.includes(disk),
      );
    expect(await about()).toEqual({ state: "ok", text: `The folder ${disk} is writable.` });
    const unmount = readOnlyDisk(disk);
    try {
      expect(await about()).toEqual({
        state: "warning",
        text: expect.stringContaining(`can't write to ${disk}: the folder is read-only`),
        remedy: "On the host, run as root: latchkey agent allow-folders",
      });
    } finally {
      unmount();
    }
  });
});

verifies("agent:doctor:folders", "latchkey-agent folders prints them, one per line", async () => {
  const words = [program, "folders", "--folder", host.folder];
  const env = { FMS_ADMIN_URL: service.sandbox.origin };
  const { stdout } = await promisify(execFile)(process.execPath, words, { env });
  const lines = stdout.split("\n").slice(0, -1);
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(line).toMatch(/^\/./);
});

verifies("agent:doctor:remedies", "an unreachable service is named", async () => {
  const identity = readIdentity(host.folder);
  if (identity === undefined) throw new Error("No agent was enrolled");
  keepIdentity(host.folder, { ...identity, linkAddress: "ws://127.0.0.1:1/svc/agent" });
  expect((await failed())[0]?.text).toMatch(/^Can.t reach the service at http:\/\/127\.0\.0\.1:1/);
});
