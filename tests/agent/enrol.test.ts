import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { enrol } from "../../local-agent/enrol.ts";
import { readSettings, usage } from "../../local-agent/settings.ts";
import { freePort } from "../support/free-port.ts";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";
import { anEnrolmentCode } from "./support/an-agent.ts";

const home = await house();
const top = mkdtempSync(join(tmpdir(), "latchkey-enrol-"));
afterAll(async () => {
  await home.stop();
  rmSync(top, { recursive: true, force: true });
});

const address = `${home.baseUrl}/svc`;
const agents = async () =>
  (await home.admin("GET", "/svc/api/agents")).body.response.agents.map(({ name, state }: Record<string, string>) => [
    name,
    state,
  ]);

verifies("agent:enrolment:kept", async () => {
  await enrol({ address, code: await anEnrolmentCode(home), name: "first", folder: join(top, "first") });
  const before = await agents();
  writeFileSync(join(top, "a-file"), "");
  const { code } = (await home.admin("POST", "/svc/api/agents", { replace: true })).body.response;
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
  expect(await said(home.baseUrl)).toContain(home.baseUrl);
});

verifies("agent:enrolment:kept", "who asks for help gets it, and it is no error", () => {
  for (const words of [["--help"], ["-h"], ["help"]]) expect(readSettings(words, {}).task).toBe("help");
  expect(() => readSettings(["--bogus"], {})).toThrow(usage);
});
