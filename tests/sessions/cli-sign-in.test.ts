import { afterAll, expect } from "vitest";
import { aBrowser } from "../support/http/a-browser.ts";
import { aCommandLine, aHash, codeOn } from "../support/http/a-command-line.ts";
import { secondAdministrator } from "../support/second-administrator.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService({
  environment: { TRUSTED_PROXIES: "127.0.0.1" },
  sandbox: { world: secondAdministrator() },
});
afterAll(() => service.stop());

async function signedIn(user = "admin", pass = "admin-pass") {
  const browser = aBrowser(service);
  expect(await browser.signIn(user, pass)).toSucceed();
  return browser;
}

verifies("sessions:hand-over:polled", async () => {
  const [tool, person] = [aCommandLine(service), aBrowser(service)];
  expect(await tool.poll()).toRefuseWith("cli_sign_in_pending");
  expect((await tool.open(person)).text).toContain('name="pass"');
  expect((await tool.send(person, { action: "sign-in", user: "admin", pass: "admin-pass" })).text).toContain("Waiting");
  const pending = await tool.poll();
  expect(pending).toRefuseWith("cli_sign_in_pending");
  const page = await tool.open(person);
  expect(codeOn(page)).toBe(pending.body.response.code);
  expect((await tool.send(person, { action: "allow", code: codeOn(page) })).text).toContain("Allowed");

  const collected = await tool.poll();
  expect(collected).toSucceed();
  const { token, sessionId } = collected.body.response;
  expect(await tool.forget()).toSucceed();
  const bearer = { headers: { Authorization: `Bearer ${token}` } };
  const { caller, session } = (await service.raw("GET", "/svc/api/session", bearer)).body.response;
  expect(caller).toEqual({ kind: "session", name: "admin", role: "administrator" });
  expect(session).toMatchObject({ id: sessionId, kind: "command-line", userAgent: "deploy-tool/2", current: true });
  const json = { databases: ["Contacts"], user: "api", pass: "demo-pass" };
  expect(await service.raw("POST", "/svc/api/api-key", { ...bearer, json })).toSucceed();
});

verifies("sessions:management:kinds", "a command-line session isn't accepted as a cookie", async () => {
  const [tool, person] = [aCommandLine(service), await signedIn()];
  await tool.open(person);
  await tool.poll();
  await tool.send(person, { action: "allow", code: codeOn(await tool.open(person)) });
  const { token, sessionId } = (await tool.poll()).body.response;
  const headers = { Cookie: `latchkey=${token}` };
  expect(await service.raw("GET", "/svc/api/session", { headers })).toRefuseWith("unauthenticated");
  expect(await person.call("DELETE", `/svc/api/sessions/${sessionId}`)).toSucceed();
  const bearer = { headers: { Authorization: `Bearer ${token}` } };
  expect(await service.raw("GET", "/svc/api/session", bearer)).toRefuseWith("unauthenticated");
});

verifies("sessions:hand-over:confirmed", async () => {
  const tool = aCommandLine(service, { "X-Forwarded-For": "203.0.113.7" });
  const person = await signedIn();
  expect((await tool.open(person)).text).toContain('http-equiv="refresh" content="1"');
  await tool.poll();
  const { text } = await tool.open(person);
  for (const shown of ["admin", "deploy-tool/2", "203.0.113.7", "different computer"]) expect(text).toContain(shown);
  expect(text).not.toContain('http-equiv="refresh"');
  expect(await tool.poll()).toRefuseWith("cli_sign_in_pending");
});

verifies("sessions:hand-over:confirmed", "a sign-in that wasn't shown can't be allowed", async () => {
  const [tool, person] = [aCommandLine(service), await signedIn()];
  const early = await tool.send(person, { action: "allow", code: "BBBB-BBBB" });
  expect(early.status).toBe(409);
  await tool.open(person);
  expect((await tool.send(person, { action: "allow" })).status).toBe(409);
  await tool.poll();
  expect((await tool.send(person, { action: "allow", code: "BBBB-BBBB" })).status).toBe(409);
  expect(await tool.poll()).toRefuseWith("cli_sign_in_pending");
});

verifies("sessions:hand-over:bound", async () => {
  const hash = aHash();
  const tool = aCommandLine(service, { "X-Forwarded-For": "203.0.113.7" }, hash);
  const others = [
    aCommandLine(service, { "X-Forwarded-For": "203.0.113.8" }, hash),
    aCommandLine(service, { "X-Forwarded-For": "203.0.113.7", "User-Agent": "other-tool" }, hash),
  ];
  const person = await signedIn();
  await tool.open(person);
  await tool.poll();
  const page = await tool.open(person);
  for (const other of others) {
    const answer = await other.poll();
    expect(answer).toRefuseWith("cli_sign_in_pending");
    expect(answer.body.response).toEqual({});
    await other.forget();
  }
  await tool.send(person, { action: "allow", code: codeOn(page) });
  for (const other of others) expect(await other.poll()).toRefuseWith("cli_sign_in_pending");
  expect(await tool.poll()).toSucceed();
});

verifies("sessions:hand-over:bound", "a program with a secret is recognized by it alone", async () => {
  const hash = aHash();
  const at = (address: string, secret?: string) =>
    aCommandLine(
      service,
      { "X-Forwarded-For": address, ...(secret !== undefined && { "X-Program-Secret": secret }) },
      hash,
    );
  const tool = at("203.0.113.7", "s3cret".repeat(8));
  const others = [at("203.0.113.7"), at("203.0.113.7", "another".repeat(7)), at("203.0.113.7", "")];
  const person = await signedIn();
  await tool.open(person);
  await tool.poll();
  const page = await tool.open(person);
  await tool.send(person, { action: "allow", code: codeOn(page) });
  for (const other of others) {
    expect((await other.poll()).body.response).toEqual({});
    await other.forget();
  }
  // The network of a laptop may change meanwhile.
  expect(await at("198.51.100.9", "s3cret".repeat(8)).poll()).toSucceed();
});

verifies("sessions:hand-over:bound", "a secret that can be guessed is refused", async () => {
  const [tool, person] = [aCommandLine(service, { "X-Program-Secret": "short" }), await signedIn()];
  await tool.open(person);
  expect(await tool.poll()).toRefuseWith("input_invalid");
});

verifies("sessions:hand-over:once", async () => {
  const [tool, person] = [aCommandLine(service), await signedIn()];
  await tool.open(person);
  await tool.poll();
  await tool.send(person, { action: "allow", code: codeOn(await tool.open(person)) });
  const answers = await Promise.all(Array.from({ length: 5 }, () => tool.poll()));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await tool.poll()).toRefuseWith("cli_sign_in_pending");
});

verifies("sessions:hand-over:short-lived", async () => {
  const [tool, person] = [aCommandLine(service), await signedIn()];
  await tool.open(person);
  await tool.poll();
  const page = await tool.open(person);
  await service.turn(5 * 60_000);
  expect((await tool.send(person, { action: "allow", code: codeOn(page) })).status).toBe(409);
  expect(await tool.poll()).toRefuseWith("cli_sign_in_pending");
});

verifies("sessions:hand-over:mine", async () => {
  const [tool, person, other] = [aCommandLine(service), await signedIn(), await signedIn("second", "second-pass")];
  await tool.open(person);
  await tool.poll();
  const code = codeOn(await tool.open(person));
  expect((await tool.open(other)).status).toBe(409);
  expect((await tool.send(other, { action: "allow", code })).status).toBe(409);
  await tool.send(other, { action: "refuse" });
  expect((await tool.send(person, { action: "allow", code })).status).toBe(200);
});

verifies("sessions:hand-over:forgotten", async () => {
  const [tool, person] = [aCommandLine(service), await signedIn()];
  await tool.open(person);
  await tool.poll();
  const code = codeOn(await tool.open(person));
  expect(await tool.forget()).toSucceed();
  expect((await tool.send(person, { action: "allow", code })).status).toBe(409);
  expect(await tool.forget()).toSucceed();

  const refused = aCommandLine(service);
  await refused.open(person);
  await refused.poll();
  expect((await refused.send(person, { action: "refuse" })).text).toContain("Denied");
  expect(await refused.poll()).toRefuseWith("cli_sign_in_pending");
});

verifies("sessions:hand-over:strangers", async () => {
  const handOvers = () => service.rows("hand-over#");
  const before = await handOvers();
  for (let ask = 0; ask < 20; ask += 1) expect((await aCommandLine(service).poll()).status).toBe(404);
  await aCommandLine(service).open(aBrowser(service));
  expect(await handOvers()).toEqual(before);
  expect((await aCommandLine(service, {}, "short").poll()).status).toBe(400);
});

verifies("sessions:hand-over:polled", "the Admin API proxy accepts it as well", async () => {
  const [tool, person] = [aCommandLine(service), await signedIn()];
  await tool.open(person);
  await tool.poll();
  await tool.send(person, { action: "allow", code: codeOn(await tool.open(person)) });
  const { token, sessionId } = (await tool.poll()).body.response;
  const databases = () =>
    service.raw("GET", "/svc/fmi/admin/api/v2/databases", { headers: { Authorization: `Bearer ${token}` } });
  expect(await databases()).toSucceed();
  await person.call("DELETE", `/svc/api/sessions/${sessionId}`);
  expect((await databases()).status).toBe(401);
});
