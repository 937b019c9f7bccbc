import { afterAll, expect } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import { hasEffect, type Operation } from "#shared/contract/operation.ts";
import { type ABrowser, aBrowser } from "../support/http/a-browser.ts";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
const own = service.baseUrl;

/** Makes calls with the cookie, and without the other headers that browsers usually send. */
async function bare(headers: Record<string, string>, method = "DELETE", path = "/svc/api/sessions") {
  const browser = aBrowser(service);
  await browser.signIn();
  return service.raw(method, path, { headers: { Cookie: browser.cookie, ...headers } });
}

verifies("sessions:cross-site:refused", async () => {
  for (const site of ["cross-site", "same-site", "none"]) {
    expect(await bare({ "Sec-Fetch-Site": site }), site).toRefuseWith("cross_site_refused");
    const named = { "Sec-Fetch-Site": site, Origin: own, "X-Requested-With": "page" };
    expect(await bare(named), site).toRefuseWith("cross_site_refused");
  }
  expect(await bare({ "Sec-Fetch-Site": "same-origin" })).toSucceed();
});

verifies("sessions:cross-site:refused", "reading is harmless, and a key isn't a cookie", async () => {
  expect(await bare({ "Sec-Fetch-Site": "cross-site" }, "GET")).toSucceed();
  const headers = { Authorization: adminAccount, "Sec-Fetch-Site": "cross-site", Origin: "https://else.example.com" };
  expect(await service.raw("DELETE", "/svc/api/sessions", { headers })).toSucceed();
});

/** Every GET and HEAD that an administrator's cookie opens, with a path that its route accepts. */
const reads = Object.values(catalogue)
  .flatMap((operations) => Object.entries<Operation>(operations))
  .filter(([, { method, access }]) => (method === "GET" || method === "HEAD") && access === "admin")
  .map(([name, operation]) => ({ name, operation, path: operation.path.replace(/\{[^}]+\}/g, "any") }));
const withEffect = reads.filter(({ operation }) => hasEffect(operation));

verifies("sessions:cross-site:effects", async () => {
  for (const { operation, path } of withEffect) {
    for (const site of ["same-site", "cross-site"]) {
      const answer = await bare({ "Sec-Fetch-Site": site }, operation.method, path);
      expect(answer, path).toRefuseWith("cross_site_refused");
    }
    expect(await bare({}, operation.method, path), path).toRefuseWith("cross_site_refused");
    const ours = await bare({ "Sec-Fetch-Site": "same-origin" }, operation.method, path);
    expect(ours.text, path).not.toContain("another origin");
  }
});

verifies(
  "sessions:cross-site:effects",
  "the list is complete, and includes every operation that creates a link or has a server called",
  () => {
    expect(withEffect.map(({ name }) => name).sort()).toEqual([
      "canReachOtherServer",
      "downloadDatabase",
      "getHostFileLink",
      "getHostFolderSize",
      "linkDatabase",
    ]);
    const harmless = reads.filter(({ operation }) => !hasEffect(operation));
    for (const { name, path } of harmless) expect(`${name} ${path}`).not.toMatch(/link|reach/i);
  },
);

verifies("sessions:cross-site:refused", "a rejected request has no effect", async () => {
  const [mine, other] = [aBrowser(service), aBrowser(service)];
  for (const browser of [mine, other]) await browser.signIn();
  const foreign = { headers: { "Sec-Fetch-Site": "cross-site" } };
  expect(await mine.call("DELETE", "/svc/api/sessions", foreign)).toRefuseWith("cross_site_refused");
  expect(await mine.call("DELETE", "/svc/api/session", foreign)).toRefuseWith("cross_site_refused");
  for (const browser of [mine, other]) expect(await browser.call("GET", "/svc/api/session")).toSucceed();
});

verifies("sessions:cross-site:origin", async () => {
  expect(await bare({ Origin: own })).toSucceed();
  for (const origin of ["https://else.example.com", "null", own.replace("http:", "https:"), `${own}.example.com`])
    expect(await bare({ Origin: origin }), origin).toRefuseWith("cross_site_refused");
});

verifies("sessions:cross-site:origin", "behind a TLS proxy, the address that the browser knows counts", async () => {
  const host = "keys.example.com";
  const browser = aBrowser(service, { Host: host });
  await browser.signIn();
  const from = (origin: string) =>
    service.raw("DELETE", "/svc/api/sessions", { headers: { Host: host, Cookie: browser.cookie, Origin: origin } });
  expect(await from(`http://${host}`)).toRefuseWith("cross_site_refused");
  expect(await from("https://example.com")).toRefuseWith("cross_site_refused");
  expect(await from(`https://${host}`)).toSucceed();
});

verifies("sessions:cross-site:unsaid", async () => {
  expect(await bare({})).toRefuseWith("cross_site_refused");
  expect(await bare({ "X-Requested-With": "curl" })).toSucceed();
});

verifies("sessions:cross-site:sign-in", async () => {
  const json = { user: "admin", pass: "admin-pass" };
  for (const headers of [{ "Sec-Fetch-Site": "cross-site" }, { Origin: "https://else.example.com" }] as const) {
    const answer = await service.raw("POST", "/svc/api/session", { json, headers });
    expect(answer).toRefuseWith("cross_site_refused");
    expect(answer.headers["set-cookie"]).toBeUndefined();
  }
  // A program that sends neither header has no cookie that another page could use.
  expect(await service.raw("POST", "/svc/api/session", { json })).toSucceed();
});

verifies("access:origins:closed", async () => {
  const key = await service.aKey();
  const path = "/svc/fmi/data/vLatest/databases/Contacts/layouts/Contacts/records?_limit=1";
  const answer = await service.raw("GET", path, { key, headers: { Origin: "https://else.example.com" } });
  expect(answer).toSucceed();
  expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
  expect(answer.headers.vary).not.toMatch(/origin/i);
});

verifies("sessions:cors:closed", async () => {
  const browser: ABrowser = aBrowser(service);
  await browser.signIn();
  for (const [method, path] of [
    ["GET", "/svc/api/session"],
    ["GET", "/svc/api/api-key"],
    ["POST", "/svc/api/session"],
    ["OPTIONS", "/svc/api/session"],
    ["OPTIONS", "/svc/api/api-key"],
  ] as const) {
    const headers = {
      Origin: "https://else.example.com",
      "Sec-Fetch-Site": "cross-site",
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "content-type",
    };
    const answer = await browser.call(method, path, { headers });
    const allowing = Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"));
    expect(allowing, `${method} ${path}`).toEqual([]);
    if (method === "OPTIONS") expect(answer).toRefuseWith("method_not_allowed");
  }
});
