import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect } from "vitest";
import { buildsFolder } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { changesOf } from "../../local-agent/backups/restore/kept-containers.ts";
import { removals } from "../../local-agent/browser/removals.ts";
import { uploadRecords } from "../../local-agent/browser/uploads/upload-records.ts";
import { keepHostKey, keptHostKey } from "../../local-agent/builds/publish/host-keys.ts";
import { keptFile } from "../../local-agent/deployments/kept-backups.ts";
import { findings } from "../../local-agent/doctor/doctor.ts";
import { hostAt } from "../../local-agent/host.ts";
import { readIdentity } from "../../local-agent/link/identity.ts";
import { readServerKey } from "../../local-agent/server/server-key.ts";
import { aHost } from "../agent/support/a-host.ts";
import { anAgentProcess, atTheTimeOfTheMachine } from "../agent/support/an-agent-process.ts";
import { compiledCode } from "../support/programs/compiled-code.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";

/** Empty, truncated, of another format, and not JSON at all. */
const damaged = ["", '{"id":"0193', "{}", "null", "[1]", "\0\0\0\0"];
const program = fileURLToPath(new URL("../../local-agent/start.ts", import.meta.url));
const damage = (folder: string, name: string, content: string): string => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), content, { mode: 0o600 });
  return join(folder, name);
};

verifies("agent:keys:damaged", "the agent's identity", async () => {
  const folder = scratchFolder();
  for (const content of damaged) {
    const path = damage(folder, "identity.json", content);
    expect(() => readIdentity(folder), content).toThrow(
      `${path} is damaged. Enroll this agent again: create a code in the console and run latchkey agent enroll <address>.`,
    );
  }
  const ended = await promisify(execFile)(process.execPath, [program, "run", "--folder", folder], {
    env: compiledCode,
  }).catch((thrown: unknown) => thrown);
  expect(ended).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^\S+identity\.json is damaged\. Enroll this agent again: [^\n]+\n$/),
  });
});

verifies("agent:keys:damaged", "the keys of servers that builds are published to", () => {
  const folder = scratchFolder();
  const server = { host: "sftp.example.com", address: "192.0.2.7", port: 22 };
  for (const content of damaged.filter((one) => one !== "{}")) {
    const path = damage(folder, "host-keys.json", content);
    const refusal = `${path} is damaged. Restore it from a backup, or delete it`;
    expect(() => keptHostKey(folder, server), content).toThrow(refusal);
    // The file says which keys were known, so it isn't overwritten.
    expect(() => keepHostKey(folder, server, "SHA256:other")).toThrow(refusal);
    expect(readFileSync(path, "utf8")).toBe(content);
  }
});

verifies("agent:keys:damaged", "an interrupted record of an upload or a removal doesn't block others", async () => {
  const folder = scratchFolder();
  const [upload, removal] = ["00000001-0000-4000-8000-000000000000", "00000002-0000-4000-8000-000000000000"];
  for (const content of damaged) {
    damage(join(folder, "uploads"), `${upload}.json`, content);
    expect(await uploadRecords(folder).get(upload), content).toBeUndefined();
    const note = damage(join(folder, "removals"), removal, content);
    await removals(hostAt(folder), folder).sweep();
    expect(existsSync(note)).toBe(false);
  }
});

verifies("agent:keys:damaged", "the kept files of a deployment or a restore", async () => {
  const there = hostAt(scratchFolder());
  const backups = join(there.roots.backups, buildsFolder);
  for (const content of damaged) {
    const kept = damage(join(backups, "kept"), "7.json", content);
    await expect(keptFile(there, 7, "Contacts.fmp12")).rejects.toThrow(`${kept} is damaged. Restore the files`);
    const changed = damage(join(backups, "containers/7"), "files.json", content);
    await expect(changesOf(there, 7)).rejects.toThrow(`${changed} is damaged. Restore the files`);
  }
});

const service = await testService();
await atTheTimeOfTheMachine(service);
const host = aHost();
afterAll(async () => {
  await service.stop();
  host.remove();
});

verifies("agent:keys:damaged", "files that the agent can do without", async () => {
  host.fmsadmin("");
  const first = await anAgentProcess(service, host);
  first.kill("SIGTERM");
  await first.ended();
  const { folder } = host;
  for (const content of damaged) {
    for (const name of ["starts.json", "lacks.json", "server-key.json"]) damage(folder, name, content);
    const found = await findings({
      host: hostAt(host.path),
      folder,
      adminAddress: service.sandbox.origin,
      now: Date.now(),
    });
    expect(found.filter(({ state }) => state === "failed")).toEqual([]);
    expect(found.map(({ text }) => text)).toContain("This host has no key of its own for FileMaker Server.");
  }
  const second = await anAgentProcess(service, host);
  await until(() => readServerKey(folder) !== undefined);
  expect(JSON.parse(readFileSync(join(folder, "starts.json"), "utf8")).startedAt).toHaveLength(1);
  second.kill("SIGTERM");
  await second.ended();
});
