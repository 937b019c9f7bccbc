import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect } from "vitest";
import { frameText } from "#shared/agent/protocol/frame.ts";
import { enroll } from "../../local-agent/link/enroll.ts";
import { signInCode, signInProof } from "../../local-agent/link/sign-in-code.ts";
import { keyIn, newKey, signedMessage } from "../../local-agent/link/signature.ts";
import { anEnrollmentCode } from "../agent/support/an-agent.ts";
import { trailOf } from "../support/audit-trail.ts";
import { aBrowser } from "../support/http/a-browser.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
const folder = mkdtempSync(join(tmpdir(), "latchkey-sign-in-code-"));
const address = `${service.baseUrl}/svc`;
const identity = await enroll({ address, code: await anEnrollmentCode(service), name: "fms.example.com", folder });
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => service.sandbox.faults.clear());

const aCode = async () => (await signInCode(address, identity, service.clock.now())).code;
const signIn = (browser: ReturnType<typeof aBrowser>, code: string) =>
  browser.call("POST", "/svc/api/session", { json: { code } });

verifies("sessions:sign-in:code", "while FileMaker Server is stopped, and as long as it is", async () => {
  service.sandbox.faults.set({ kind: "stopped" });
  const browser = aBrowser(service);
  expect((await browser.signIn()).status).toBe(502);
  const code = await aCode();
  // As a user may type it.
  const answer = await signIn(browser, ` ${code.toUpperCase().replaceAll("-", " ")} `);
  expect(answer).toSucceed();
  expect(answer.body.response.session).toMatchObject({ kind: "browser", user: "one-time code" });
  expect(answer.text).not.toContain(code);
  for (let minutes = 0; minutes < 60; minutes += 20) {
    expect(await browser.call("GET", "/svc/api/api-key")).toSucceed();
    await service.turn(20 * 60_000);
  }
  const { body } = await browser.call("GET", "/svc/api/session");
  expect(body.response.caller).toMatchObject({ kind: "session", name: "one-time code" });
});

verifies("sessions:sign-in:code", "once, and not with an invalid one", async () => {
  const code = await aCode();
  const browser = aBrowser(service);
  for (const wrong of [`${code}0`, code.slice(0, -1), "si-", "admin"])
    expect(await signIn(browser, wrong)).toRefuseWith("credentials_refused");
  expect(await browser.call("POST", "/svc/api/session", { json: { code, user: "admin" } })).toRefuseWith(
    "input_invalid",
  );
  expect(await signIn(browser, code)).toSucceed();
  expect(await signIn(aBrowser(service), code)).toRefuseWith("credentials_refused");
});

verifies("sessions:sign-in:code", "a code expires after ten minutes", async () => {
  const [early, late] = [await aCode(), await aCode()];
  await service.turn(9 * 60_000);
  expect(await signIn(aBrowser(service), early)).toSucceed();
  await service.turn(60_000);
  expect(await signIn(aBrowser(service), late)).toRefuseWith("credentials_refused");
});

verifies("sessions:sign-in:code", "requests to FileMaker Server use a stored Admin API Key", async () => {
  const browser = aBrowser(service);
  await signIn(browser, await aCode());
  expect(await browser.call("GET", "/svc/api/databases")).toRefuseWith("account_missing");
  // The session continues.
  expect(await browser.call("GET", "/svc/api/session")).toSucceed();
  const key = await service.anAdminKey();
  expect(await browser.call("GET", "/svc/api/databases")).toSucceed();
  await service.admin("DELETE", `/svc/api/admin-api-key/${key}`);
});

verifies("sessions:sign-in:code-audited", async () => {
  const key = await service.anAdminKey();
  const { response } = (await service.admin("GET", "/svc/api/admin-api-key")).body;
  const code = await aCode();
  const browser = aBrowser(service);
  const { id: byCode } = (await signIn(browser, code)).body.response.session;
  const withKey = await aBrowser(service).call("POST", "/svc/api/session", { json: { key } });
  const { id: byKey } = withKey.body.response.session;
  const entries = await trailOf(service)("?limit=3");
  const [, , made] = entries;
  const codeId = made?.objects[0];
  expect(codeId).toMatch(/^sign-in-code:[0-9a-f]{8}$/);
  expect(entries.map(({ actor, action, objects }) => [actor, action, objects])).toEqual([
    ["session:admin", "signIn", [`session:${byKey}`, `admin-key:${response["api-keys"][0].id}`]],
    ["session:one-time code", "signIn", [`session:${byCode}`, codeId]],
    [`agent:${identity.id}`, "createSignInCode", [codeId, `agent:${identity.id}`]],
  ]);
  expect(JSON.stringify(entries)).not.toContain(code);
  await service.admin("DELETE", `/svc/api/admin-api-key/${key}`);
});

verifies("sessions:sign-in:code-of-agent", async () => {
  const post = (proof: string) => service.raw("POST", "/svc/api/agents/sign-in-code", { json: { proof } });
  const now = () => service.clock.now();
  const other = newKey();
  const link = { agent: identity.id, link: randomUUID(), sequence: 1, at: now() };
  const opening = signedMessage(keyIn(identity.privateKey), link, { type: "open" });

  const proof = signInProof(identity, now());
  const made = await post(proof);
  expect(made).toSucceed();
  expect(made.body.response).toMatchObject({
    agent: identity.id,
    code: expect.stringMatching(/^si(-[0-9a-z]{4}){5}$/),
  });
  for (const refused of [
    proof,
    signInProof({ ...identity, privateKey: other.privateKey }, now()),
    signInProof({ ...identity, id: randomUUID() }, now()),
    Buffer.from(frameText(opening)).toString("base64url"),
    "nothing",
  ])
    expect(await post(refused)).toRefuseWith("agent_signature_refused");
  expect(await post(signInProof(identity, now() - 3 * 60_000))).toRefuseWith("agent_clock_wrong");
  await service.admin("DELETE", `/svc/api/agents/${identity.id}`);
  expect(await post(signInProof(identity, now()))).toRefuseWith("agent_signature_refused");
});
