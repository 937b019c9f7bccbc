import { afterAll, beforeEach, expect, test } from "vitest";
import type { Answer } from "../support/http/call.ts";
import { basicAuth, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { anEmptyHost, hostedOn, hostedService } from "../trash/support/a-hosted-service.ts";

const file = (password: string, extendedPrivileges = ["fmrest"]) => ({
  accounts: [{ name: "Admin", password, privilegeSet: "[Full Access]" }],
  privilegeSets: [{ name: "[Full Access]", extendedPrivileges }],
});
const host = anEmptyHost();
const service = await testService(
  hostedOn(
    host,
    {
      databases: [
        { name: "Contacts", ...file("admin-file-pass") },
        { name: "Orders", ...file("orders-file-pass", ["fmodata"]) },
        { name: "Hidden", ...file("hidden-file-pass", []) },
        { name: "Archive", status: "CLOSED" as const, ...file("archive-file-pass") },
      ],
    },
    { TRUSTED_PROXIES: "127.0.0.1" },
  ),
);
const { ended, ...hosted } = await hostedService(service, host);
afterAll(() => hosted.stop());
// Rejections in earlier tests don't count in later ones.
beforeEach(() => hosted.later(30));

const account = { username: "Admin", password: "admin-file-pass" };
let addresses = 0;
const asAnyone = (name: string, json: object, headers: Record<string, string> = {}): Promise<Answer> => {
  addresses += 1;
  const from = { "X-Forwarded-For": `203.0.113.${addresses}` };
  return service.raw("POST", `/svc/api/fm-file/${name}/save-as-xml`, { json, headers: { ...from, ...headers } });
};
const auditOf = async (action: string) => {
  await service.settle();
  const { entries } = (await service.admin("GET", "/svc/api/audit?limit=20")).body.response;
  return entries.filter((entry: { readonly action: string }) => entry.action === action);
};

verifies("files:xml:account", "without any stored Admin Console account, the error says what is missing", async () => {
  const answer = await asAnyone("Contacts", account);
  expect(answer).toRefuseWith("account_needed");
});

verifies("files:xml:account", async () => {
  await service.anAdminKey();
  const { status, body } = await asAnyone("Contacts", account);
  expect(status).toBe(200);
  const { downloadPath, processId, fileName } = body.response;
  expect(fileName).toBe("Contacts.xml");
  expect(await ended(processId)).toMatchObject({ state: "done", startedBy: "file-account:Admin" });
  const xml = await service.raw("GET", downloadPath);
  expect(xml.bytes.toString("utf16le")).toContain("<FMSaveAsXML");
  const [entry] = await auditOf("saveFileAsXml");
  expect(entry).toMatchObject({ actor: "file-account:Admin", objects: ["file:Contacts.fmp12"], outcome: "done" });
});

verifies("files:xml:account", "an account that only OData accepts is sufficient", async () => {
  const { body } = await asAnyone("Orders", { username: "Admin", password: "orders-file-pass" });
  expect(await ended(body.response.processId)).toMatchObject({ state: "done" });
});

test("the account opens nothing else: it can't read the process itself", async () => {
  const { body } = await asAnyone("Contacts", account);
  const path = `/svc/api/processes/${body.response.processId}`;
  const shown = await service.raw("GET", path, { headers: { Authorization: basicAuth("Admin", "admin-file-pass") } });
  expect(shown.status).toBe(401);
});

test("a value that a tool would read as an option is rejected before anything else", async () => {
  const answer = await asAnyone("Contacts", { ...account, username: "-t" });
  expect(answer.status).toBe(400);
  expect(answer.headers).not.toHaveProperty("ratelimit");
});

test("a request without an account must authenticate, and no account is tested", async () => {
  const answer = await asAnyone("Contacts", {});
  expect(answer).toRefuseWith("unauthenticated");
  expect(answer.headers).not.toHaveProperty("ratelimit");
});

verifies(
  "files:xml:account-refused",
  "a wrong password, a closed file, a missing file, and one without any API get the same answer",
  async () => {
    const before = (await service.admin("GET", "/svc/api/processes")).body.response.processes.length;
    const answers = await Promise.all([
      asAnyone("Contacts", { ...account, password: "wrong" }),
      asAnyone("Archive", { username: "Admin", password: "archive-file-pass" }),
      asAnyone("Nowhere", account),
      asAnyone("Hidden", { username: "Admin", password: "hidden-file-pass" }),
    ]);
    for (const answer of answers) expect(answer).toRefuseWith("file_account_refused");
    const [first, ...others] = answers.map(({ body }) => body);
    for (const other of others) expect(other).toEqual(first);
    expect((await service.admin("GET", "/svc/api/processes")).body.response.processes.length).toBe(before);
  },
);

test("an explicit credential takes precedence over the file's account", async () => {
  const wrong = await asAnyone("Contacts", account, { Authorization: basicAuth("admin", "wrong") });
  expect(wrong).toRefuseWith("unauthenticated");
  const key = await asAnyone("Contacts", account, { Authorization: "Bearer ak_unknown" });
  expect(key.status).toBe(401);
});

test("a page of another origin can't use a user's session", async () => {
  const signedIn = await service.raw("POST", "/svc/api/session", { json: { user: "admin", pass: "admin-pass" } });
  const [cookie = ""] = String(signedIn.headers["set-cookie"]).split(";");
  const headers = { Cookie: cookie, "Sec-Fetch-Site": "cross-site" };
  expect(await asAnyone("Contacts", account, headers)).toRefuseWith("cross_site_refused");
});

verifies("files:xml:account-limits", async () => {
  for (let left = 19; left >= 0; left -= 1) {
    if (left === 9) await hosted.later(2);
    const answer = await asAnyone("Contacts", { ...account, password: `wrong ${left}` });
    expect(answer).toRefuseWith("file_account_refused");
    expect(String(answer.headers.ratelimit)).toContain(`"account";r=${left}`);
  }
  const refused = await asAnyone("Contacts", account);
  expect(refused).toRefuseWith("too_many_attempts");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  const noted = await auditOf("saveFileAsXml");
  expect(noted).toContainEqual(expect.objectContaining({ actor: "account", error: "file_account_refused" }));
  expect(noted).toContainEqual(expect.objectContaining({ actor: "account", error: "too_many_attempts" }));
  expect(JSON.stringify(noted)).not.toContain("wrong 4");
});
