import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, onTestFinished } from "vitest";
import { enroll } from "../../local-agent/link/enroll.ts";
import { readSettings, usage } from "../../local-agent/settings.ts";
import { freePort } from "../support/http/free-port.ts";
import { compiledCode } from "../support/programs/compiled-code.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { anEnrollmentCode } from "./support/an-agent.ts";

const service = await testService();
const top = mkdtempSync(join(tmpdir(), "latchkey-enrol-"));
afterAll(async () => {
  await service.stop();
  rmSync(top, { recursive: true, force: true });
});

const program = fileURLToPath(new URL("../../local-agent/start.ts", import.meta.url));
const address = `${service.baseUrl}/svc`;
const agents = async () =>
  (await service.admin("GET", "/svc/api/agents")).body.response.agents.map(
    ({ name, state }: Record<string, string>) => [name, state],
  );

verifies("agent:enrolment:kept", async () => {
  await enroll({ address, code: await anEnrollmentCode(service), name: "first", folder: join(top, "first") });
  const before = await agents();
  writeFileSync(join(top, "a-file"), "");
  const { code } = (await service.admin("POST", "/svc/api/agents", { replace: true })).body.response;
  const options = { address, code: String(code), name: "second" };
  const refused = enroll({ ...options, folder: join(top, "a-file", "below") });
  await expect(refused).rejects.toThrow(/^The agent can't write to .*a-file\/below: ENOTDIR\. .*--folder/);
  // The failed attempt used up neither the code nor the other agent.
  expect(await agents()).toEqual(before);
  await enroll({ ...options, folder: join(top, "second") });
  expect(await agents()).toEqual([
    ["first", "revoked"],
    ["second", "away"],
  ]);
  expect(readdirSync(join(top, "second")).toSorted()).toEqual(["identity.json", "server-key.json"]);
});

verifies("agent:enrolment:kept", "each obstacle has its own error message", async () => {
  const options = { code: "lc-none", name: "third", folder: join(top, "third") };
  const reported = (given: string) => enroll({ ...options, address: given }).catch((thrown: Error) => thrown.message);
  const nobody = `http://127.0.0.1:${await freePort()}`;
  expect(await reported(`${nobody}/svc`)).toMatch(new RegExp(`^Can't reach ${nobody}: .*ECONNREFUSED`));
  expect(await reported("latchkey.example.com/svc")).toMatch(/^The service's address must begin with https:\/\//);
  expect(await reported(address)).toBe("Invalid enrollment code");
  expect(await reported(service.baseUrl)).toContain(service.baseUrl);
});

verifies("agent:enrolment:kept", "prints help on request, and the usage for an unknown option", () => {
  for (const words of [["--help"], ["-h"], ["help"]]) expect(readSettings(words, {}).task).toBe("help");
  expect(() => readSettings(["--bogus"], {})).toThrow(usage);
});

verifies("agent:enrolment:ends", async () => {
  const place = ["--folder", join(top, "ends"), "--server-path", top];
  const words = [program, "run", "--with-parent", ...place, "--enrol-at", "http://127.0.0.1:1/svc"];
  const child = spawn(process.execPath, words, { stdio: ["pipe", "ignore", "pipe"], env: compiledCode });
  onTestFinished(() => void child.kill("SIGKILL"));
  // Standard input stays open, as a parent's does.
  child.stdin.write("LK-CODE\n");
  const ended = once(child, "close");
  const [reported] = await once(child.stderr.setEncoding("utf8"), "data");
  expect(reported).toContain("Can't reach");
  expect(await ended).toEqual([1, null]);
});
