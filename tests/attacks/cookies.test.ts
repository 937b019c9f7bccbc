import { afterAll, expect } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import { hasEffect, type Operation } from "#shared/contract/operation.ts";
import { aBrowser } from "../support/http/a-browser.ts";
import type { CallOptions } from "../support/http/call.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { fullCounts } from "./support/full-counts.ts";

const service = await testService();
afterAll(() => service.stop());
const { host } = new URL(service.baseUrl);
const browser = aBrowser(service);
await browser.signIn();
const { cookie } = browser;

/** Headers that a browser sends for a page elsewhere that makes it call us, by kind of page. Some pages send fewer than others. */
const foreign: Readonly<Record<string, NonNullable<CallOptions["headers"]>>> = {
  "another site": { "Sec-Fetch-Site": "cross-site", Origin: "https://else.example.com" },
  "a sibling of this host": { "Sec-Fetch-Site": "same-site", Origin: `http://sibling.${host}` },
  "an address that was typed, or a link in a mail": { "Sec-Fetch-Site": "none" },
  "a page that claims to be ours": {
    "Sec-Fetch-Site": "cross-site",
    Origin: `http://${host}`,
    Referer: `http://${host}/`,
  },
  "an old browser on another site": { Origin: "https://else.example.com" },
  "a page without an origin": { Origin: "null" },
  "a host that begins like ours": { Origin: `http://${host}.else.example.com` },
  "another port": { Origin: "http://127.0.0.1:1" },
  "the same host by another scheme": { Origin: `https://${host}` },
  "a form of an old browser": { "Content-Type": "text/plain", Referer: "https://else.example.com/" },
  "nothing at all": {},
};

/** All operations with an effect for which a session is sufficient. */
const effects = Object.values(catalogue)
  .flatMap((resource) => Object.entries<Operation>(resource))
  .filter(([, operation]) => operation.access === "admin" && hasEffect(operation));

verifies("sessions:cross-site:every-operation", async () => {
  expect(effects.length).toBeGreaterThan(150);
  // Only the counters and lists of rejections may change.
  const kept = async () => (await service.rows()).filter(({ pk }) => !/^(?:attempts|audit|events|usage)/.test(pk));
  const before = await kept();
  const pages = Object.entries(foreign);
  for (const [at, [name, { method, path }]] of effects.entries()) {
    const sent = fullCounts ? pages : pages.filter((_, number) => (number + at) % 4 === 0);
    const answers = await Promise.all(
      sent.map(async ([page, headers]) => {
        const target = path.replace(/\{\w+\+?\}/g, "1");
        const answer = await service.raw(method, target, { headers: { Cookie: cookie, ...headers }, body: "{}" });
        return answer.status === 403 ? "" : `${page}: ${answer.status} ${answer.text}`;
      }),
    );
    expect(answers.filter(Boolean), name).toEqual([]);
  }
  expect(await kept()).toEqual(before);
  expect(await browser.call("GET", "/svc/api/session")).toSucceed();
});

verifies("sessions:cross-site:planted", async () => {
  const other = aBrowser(service);
  await other.signIn();
  const own = { "Sec-Fetch-Site": "same-origin" };
  const asked = (cookies: string | readonly string[]) =>
    service.raw("GET", "/svc/api/session", { headers: { ...own, Cookie: cookies } });
  const [name = "", value = ""] = cookie.split("=");
  // A cookie planted by a sibling host comes after our own, which is bound to this host and path.
  expect((await asked(`${cookie}; ${name}=ls_${"0".repeat(64)}`)).status).toBe(200);
  for (const planted of [
    `${name}=ls_${"0".repeat(64)}; ${cookie}`,
    `${name.toUpperCase()}=${value}`,
    `x${cookie}`,
    `__Host-${cookie}`,
    `__Secure-${cookie}`,
    `${name}="${value}"`,
    `${name}=${value}x`,
    `${name}=${value}%00`,
    `${name}[]=${value}`,
    `$Version=1; $Path=/; x=${value}`,
    `${name}=; ${other.cookie.replace(name, "other")}`,
  ])
    expect((await asked(planted)).status, planted.replaceAll(value, "…")).toBe(401);
});
