import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { enrol } from "../../local-agent/link/enrol.ts";
import { readSettings, usage } from "../../local-agent/settings.ts";
import { freePort } from "../support/http/free-port.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { anEnrolmentCode } from "./support/an-agent.ts";

const service = await testService();
const top = mkdtempSync(join(tmpdir(), "latchkey-enrol-"));
afterAll(async () => {
  await service.stop();
  rmSync(top, { recursive: true, force: true });
});

const address = `${service.baseUrl}/svc`;
const agents = async () =>
  (await service.admin("GET", "/svc/api/agents")).body.response.agents.map(
    ({ name, state }: Record<string, string>) => [name, state],
  );

verifies("agent:enrolment:kept", async () => {
  await enrol({ address, code: await anEnrolmentCode(service), name: "first", folder: join(top, "first") });
  const before = await agents();
  writeFileSync(join(top, "a-file"), "");
  const { code } = (await service.admin("POST", "/svc/api/agents", { replace: true })).body.response;
  const wish = { address, code: String(code), name: "second" };
  const refused = enrol({ ...wish, folder: join(top, "a-file", "below") });
  await expect(refused).rejects.toThrow(/^The agent cannot write in .*a-file\/below: ENOTDIR\. .*--folder/);
  // Neither the code nor the other agent was lost by that.
  expect(await agents()).toEqual(before);
  await enrol({ ...wish, folder: join(top, "second") });
  expect(await agents()).toEqual([
    ["first", "revoked"],
    ["second", "away"],
  ]);
  expect(readdirSync(join(top, "second")).toSorted()).toEqual(["identity.json", "server-key.json"]);
});

verifies("agent:enrolment:kept", "what stands in its way is said in words", async () => {
  const wish = { code: "lc-none", name: "third", folder: join(top, "third") };
  const said = (given: string) => enrol({ ...wish, address: given }).catch((thrown: Error) => thrown.message);
  const nobody = `http://127.0.0.1:${await freePort()}`;
  expect(await said(`${nobody}/svc`)).toMatch(new RegExp(`^${nobody} is not reached: .*ECONNREFUSED`));
  expect(await said("latchkey.example.com/svc")).toMatch(/^The service's address must begin with https:\/\//);
  expect(await said(address)).toBe("This enrolment code is not accepted");
  expect(await said(service.baseUrl)).toContain(service.baseUrl);
});

verifies("agent:enrolment:kept", "who asks for help gets it, and it is no error", () => {
  for (const words of [["--help"], ["-h"], ["help"]]) expect(readSettings(words, {}).task).toBe("help");
  expect(() => readSettings(["--bogus"], {})).toThrow(usage);
});
