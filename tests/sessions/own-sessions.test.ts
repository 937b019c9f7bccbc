import { afterAll, expect } from "vitest";
import { newestEntry } from "../support/audit-trail.ts";
import { aBrowser } from "../support/http/a-browser.ts";
import { secondAdministrator } from "../support/second-administrator.ts";
import { adminAccount, basicAuth, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService({ sandbox: { world: secondAdministrator() } });
afterAll(() => service.stop());

const ids = ({ body }: { readonly body: { response: { sessions: { id: string }[] } } }) =>
  body.response.sessions.map(({ id }) => id);

verifies("sessions:management:caller", async () => {
  const browser = aBrowser(service);
  await browser.signIn();
  expect((await browser.call("GET", "/svc/api/session")).body.response.caller).toEqual({
    kind: "session",
    name: "admin",
    role: "administrator",
  });
  const made = await browser.call("POST", "/svc/api/api-key", {
    json: { databases: ["Contacts"], user: "api", pass: "demo-pass", allowAnyDatabase: true },
  });
  expect(made).toSucceed();
  const { id } = made.body.response;
  expect(await browser.call("PATCH", `/svc/api/api-key/${id}`, { json: { label: "By cookie" } })).toSucceed();
  expect(await browser.call("DELETE", `/svc/api/api-key/${id}`)).toSucceed();
});

verifies("sessions:management:caller", "the response names the caller: a key, an account, or none", async () => {
  const key = await service.anAdminKey();
  const withKey = await service.raw("GET", "/svc/api/session", { key });
  expect(withKey.body.response).toMatchObject({ caller: { kind: "admin-key", name: "1" }, session: null });
  const account = await service.admin("GET", "/svc/api/session");
  expect(account.body.response).toMatchObject({ caller: { kind: "admin-account", name: "admin" }, session: null });
  expect(await service.raw("GET", "/svc/api/session")).toRefuseWith("unauthenticated");
});

verifies("sessions:management:cookie-last", async () => {
  const browser = aBrowser(service);
  await browser.signIn();
  const wrong = { headers: { Authorization: basicAuth("admin", "wrong") } };
  expect(await browser.call("GET", "/svc/api/session", wrong)).toRefuseWith("unauthenticated");
  const right = { headers: { Authorization: adminAccount } };
  expect((await browser.call("GET", "/svc/api/session", right)).body.response.caller.kind).toBe("admin-account");
});

verifies("sessions:management:kinds", async () => {
  const browser = aBrowser(service);
  await browser.signIn();
  const value = browser.cookie.split("=")[1] as string;
  const bearer = { headers: { Authorization: `Bearer ${value}` } };
  expect(await service.raw("GET", "/svc/api/session", bearer)).toRefuseWith("unauthenticated");
});

verifies("sessions:list:own", async () => {
  const [first, second] = [aBrowser(service, { "User-Agent": "First" }), aBrowser(service, { "User-Agent": "Second" })];
  await first.signIn("second", "second-pass");
  await service.turn(1_000);
  await second.signIn("second", "second-pass");
  const { sessions } = (await first.call("GET", "/svc/api/sessions")).body.response;
  expect(sessions).toMatchObject([
    { userAgent: "Second", user: "second", address: "127.0.0.1", current: false },
    { userAgent: "First", user: "second", address: "127.0.0.1", current: true },
  ]);
  expect(Date.parse(sessions[0].createdAt)).toBeGreaterThan(Date.parse(sessions[1].createdAt));
  expect(sessions[0]).not.toHaveProperty("sealedPass");
  const byAccount = await service.raw("GET", "/svc/api/sessions", {
    headers: { Authorization: basicAuth("SECOND", "second-pass") },
  });
  expect(ids(byAccount)).toEqual(sessions.map(({ id }: { id: string }) => id));
});

verifies("sessions:list:own", "a key has none of its own", async () => {
  const key = await service.anAdminKey();
  expect((await service.raw("GET", "/svc/api/sessions", { key })).body.response).toEqual({
    sessions: [],
    cursor: null,
  });
});

verifies("sessions:list:cursor", async () => {
  const browser = aBrowser(service);
  for (let count = 0; count < 4; count += 1) {
    await service.turn(1_000);
    await aBrowser(service).signIn();
  }
  await browser.signIn();
  const all = ids(await browser.call("GET", "/svc/api/sessions"));
  const paged: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await browser.call("GET", `/svc/api/sessions?limit=2${query}`);
    expect(ids(page).length).toBeLessThanOrEqual(2);
    paged.push(...ids(page));
    cursor = page.body.response.cursor;
  }
  expect(paged).toEqual(all);
  expect(await browser.call("GET", "/svc/api/sessions?cursor=nonsense")).toRefuseWith("input_invalid");
});

verifies("sessions:revoke:one", async () => {
  const [mine, other] = [aBrowser(service), aBrowser(service)];
  await mine.signIn();
  const { id } = (await other.signIn()).body.response.session;
  expect(await mine.call("DELETE", `/svc/api/sessions/${id}`)).toSucceed();
  expect(await other.call("GET", "/svc/api/session")).toRefuseWith("unauthenticated");
  expect(other.cookie).toBe("");
  expect(await mine.call("DELETE", `/svc/api/sessions/${id}`)).toRefuseWith("session_not_found");
});

verifies("sessions:revoke:one", "another account's session is not found, and continues", async () => {
  const [mine, other] = [aBrowser(service), aBrowser(service)];
  await mine.signIn();
  const { id } = (await other.signIn("second", "second-pass")).body.response.session;
  const answer = await mine.call("DELETE", `/svc/api/sessions/${id}`);
  expect(answer).toRefuseWith("session_not_found");
  expect(answer.text).toBe((await mine.call("DELETE", `/svc/api/sessions/${"0".repeat(32)}`)).text);
  expect(await other.call("GET", "/svc/api/session")).toSucceed();
});

verifies("sessions:revoke:others", async () => {
  const [mine, one, two, unknownCaller] = [aBrowser(service), aBrowser(service), aBrowser(service), aBrowser(service)];
  for (const browser of [mine, one, two]) await browser.signIn();
  await unknownCaller.signIn("second", "second-pass");
  const { ended } = (await mine.call("DELETE", "/svc/api/sessions")).body.response;
  expect(ended.length).toBeGreaterThanOrEqual(2);
  for (const browser of [one, two])
    expect(await browser.call("GET", "/svc/api/session")).toRefuseWith("unauthenticated");
  for (const browser of [mine, unknownCaller]) expect(await browser.call("GET", "/svc/api/session")).toSucceed();
});

const opened = async (user: string, pass: string) => {
  const browser = aBrowser(service);
  return { browser, id: (await browser.signIn(user, pass)).body.response.session.id as string };
};
verifies("sessions:list:others", async () => {
  const [mine, other] = [await opened("admin", "admin-pass"), await opened("second", "second-pass")];
  const { sessions, cursor } = (await mine.browser.call("GET", "/svc/api/sessions/others")).body.response;
  expect(cursor).toBeNull();
  expect(sessions[0]).toMatchObject({ id: other.id, user: "second", address: "127.0.0.1", current: false });
  expect(new Set(sessions.map(({ user }: { user: string }) => user))).toEqual(new Set(["second"]));
  const key = await service.anAdminKey();
  const seen = new Set<string>();
  for (let cursor = ""; ; ) {
    const page = await service.raw("GET", `/svc/api/sessions/others?limit=1${cursor}`, { key });
    for (const { user } of page.body.response.sessions) seen.add(user);
    if (page.body.response.cursor === null) break;
    cursor = `&cursor=${encodeURIComponent(page.body.response.cursor)}`;
  }
  expect(seen).toEqual(new Set(["admin", "second"]));
});

verifies("sessions:revoke:of-others", async () => {
  const [mine, one, two] = [
    await opened("admin", "admin-pass"),
    await opened("second", "second-pass"),
    await opened("second", "second-pass"),
  ];
  const answer = await mine.browser.call("DELETE", "/svc/api/sessions/others?user=SECOND");
  expect(answer).toSucceed();
  expect(answer.body.response.ended).toEqual(expect.arrayContaining([one.id, two.id]));
  for (const { browser } of [one, two])
    expect(await browser.call("GET", "/svc/api/session")).toRefuseWith("unauthenticated");
  expect(await mine.browser.call("GET", "/svc/api/session")).toSucceed();
  expect((await mine.browser.call("GET", "/svc/api/sessions/others")).body.response.sessions).toEqual([]);
  const entry = await newestEntry(service);
  expect(entry).toMatchObject({ action: "endSessionsOfOthers", actor: "session:admin", outcome: "done" });
  expect(entry.objects).toEqual(expect.arrayContaining([`session:${one.id}`, `session:${two.id}`]));
  for (const user of ["second", "admin", "nobody"])
    expect(await mine.browser.call("DELETE", `/svc/api/sessions/others?user=${user}`)).toRefuseWith(
      "session_not_found",
    );
  expect(await mine.browser.call("GET", "/svc/api/session")).toSucceed();
});

verifies("sessions:revoke:of-others", "all of them at once, with a key too", async () => {
  const [mine, other] = [await opened("admin", "admin-pass"), await opened("second", "second-pass")];
  const key = await service.anAdminKey();
  const ended = await service.raw("DELETE", "/svc/api/sessions/others", { key });
  expect(ended.body.response.ended).toEqual(expect.arrayContaining([mine.id, other.id]));
  for (const { browser } of [mine, other])
    expect(await browser.call("GET", "/svc/api/session")).toRefuseWith("unauthenticated");
});

verifies("sessions:sign-out:ended", async () => {
  const browser = aBrowser(service);
  await browser.signIn();
  const { cookie } = browser;
  expect(await browser.call("DELETE", "/svc/api/session")).toSucceed();
  expect(browser.setCookie).toBe("latchkey=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
  expect(await service.raw("GET", "/svc/api/session", { headers: { Cookie: cookie } })).toRefuseWith("unauthenticated");
  expect(await service.admin("DELETE", "/svc/api/session")).toRefuseWith("session_not_found");
});
