import { afterAll, beforeEach, describe, expect } from "vitest";
import { aClient, account, aProof, callback, contacts, someServers } from "../oauth/support/browser.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { fullCounts } from "./support/full-counts.ts";

const service = await testService({
  environment: { TRUSTED_PROXIES: "127.0.0.1" },
  decorate: (platform) => ({ ...platform, oauthResources: someServers(contacts) }),
});
afterAll(() => service.stop());
const hourMs = 3_600_000;
beforeEach(() => service.turn(2 * hourMs));

const client = aClient(service);
let networks = 0;
const aNetwork = () => `203.0.${Math.floor(++networks / 256)}.${networks % 256}`;
const register = (address: string, redirect = callback, metadata: object = {}) =>
  service.raw("POST", "/svc/oauth/register", {
    headers: { "X-Forwarded-For": address },
    json: { client_name: "Claude", redirect_uris: [redirect], ...metadata },
  });
const clientAt = async (redirect: string): Promise<string> => (await register(aNetwork(), redirect)).body.client_id;

/** Seconds between registrations as a caller could choose them: none, one, the limit's pause, and bursts. */
const patterns: Readonly<Record<string, (attempt: number, refusedFor: number | undefined) => number>> = {
  "at once": () => 0,
  "one a second": () => 1,
  "again as soon as Retry-After allows": (_, refusedFor) => refusedFor ?? 0,
  "in bursts of 50 every 10 minutes": (attempt) => (attempt % 50 === 0 ? 600 : 0),
  "59, a pause of almost an hour, and 59 more": (attempt) => (attempt === 59 ? 3_590 : 0),
};

describe("client registrations", () => {
  for (const [name, pauseFor] of Object.entries(patterns))
    verifies("oauth:clients:registration-limited", name, async () => {
      const address = aNetwork();
      const registered: { readonly sentAt: number; readonly answeredAt: number }[] = [];
      let refusedFor: number | undefined;
      for (let attempt = 1; attempt <= (fullCounts ? 400 : 130); attempt += 1) {
        const sentAt = service.clock.now();
        const { status, headers } = await register(address);
        if (status === 201) registered.push({ sentAt, answeredAt: service.clock.now() });
        else expect(status).toBe(429);
        refusedFor = status === 201 ? undefined : Number(headers["retry-after"]);
        const pause = pauseFor(attempt, refusedFor);
        if (pause > 0) await service.turn(pause * 1000);
      }
      expect(registered.length).toBeGreaterThanOrEqual(60);
      // The service counts at some time between a call and its answer.
      for (const [index, { answeredAt }] of registered.entries()) {
        const before = registered[index - 60];
        if (before !== undefined) expect(answeredAt - before.sentAt).toBeGreaterThanOrEqual(hourMs);
      }
    });

  verifies("oauth:clients:registration-limited", "many at the same time", async () => {
    const address = aNetwork();
    const answers = await Promise.all(Array.from({ length: fullCounts ? 400 : 120 }, () => register(address)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(60);
  });

  verifies("oauth:clients:registration-limited", "from any addresses of one IPv6 /64", async () => {
    const statuses: number[] = [];
    for (let host = 1; host <= 61; host += 1)
      statuses.push((await register(`2001:db8:7:1::${host.toString(16)}`)).status);
    expect(statuses).toEqual([...Array(60).fill(201), 429]);
    expect((await register("2001:db8:7:2::1")).status).toBe(201);
  });

  verifies("oauth:clients:registration-limited", "the rejection names registrations and how long to wait", async () => {
    const address = aNetwork();
    for (let attempt = 0; attempt < 60; attempt += 1) await register(address);
    const { status, headers, body } = await register(address);
    expect(status).toBe(429);
    expect(body.error_description).toContain("Too many client registrations");
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(3_600);
    await service.turn(Number(headers["retry-after"]) * 1000);
    expect((await register(address)).status).toBe(201);
  });

  verifies("oauth:clients:unused-bounded", async () => {
    const used = await clientAt(callback);
    await client.tokens({ clientId: used });
    const first = await clientAt(callback);
    const known = async (id: string) => (await client.authorize(client.request(id, aProof().challenge))).status === 303;
    let address = aNetwork();
    for (let count = 1; count < 1_000; count += 1) {
      if (count % 60 === 0) address = aNetwork();
      expect((await register(address)).status).toBe(201);
    }
    expect([await known(used), await known(first)]).toEqual([true, true]);
    await clientAt(callback);
    expect([await known(used), await known(first)]).toEqual([true, false]);
    expect((await service.rows("oauth-client#")).length).toBeLessThanOrEqual(2_002);
  });
});

const evil = "https://evil.example/phish";
/** Requests that are rejected before or instead of a sign-in. */
const refusedRequests: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "without PKCE": { code_challenge: "" },
  "with PKCE method plain": { code_challenge_method: "plain" },
  silently: { prompt: "none" },
  "for another resource": { resource: "https://elsewhere.example/" },
  "for another response type": { response_type: "token" },
};

describe("redirects to a stranger's address", () => {
  const authorize = (id: string, redirect: string, fields: Readonly<Record<string, string>>) =>
    client.authorize({ ...client.request(id, aProof().challenge, { redirect_uri: redirect }), ...fields });

  for (const [name, fields] of Object.entries(refusedRequests))
    verifies("oauth:authorize:untrusted", name, async () => {
      for (const redirect of [evil, "com.example.app:/callback", "cursor://anysphere.cursor-mcp/oauth/callback"]) {
        const { status, headers, text } = await authorize(await clientAt(redirect), redirect, fields);
        expect([redirect, status, headers.location]).toEqual([redirect, 400, undefined]);
        expect(text).toContain("Couldn't connect the app");
        expect(text).not.toContain("evil.example");
      }
      // A program on the user's own computer receives the error: it is waiting there, and no one else can have that address.
      const answer = await authorize(await clientAt(callback), callback, fields);
      expect([answer.status, String(answer.headers.location)]).toEqual([303, expect.stringContaining("error=")]);
    });

  verifies("oauth:authorize:untrusted", "a user who denies access stays here", async () => {
    const id = await clientAt(evil);
    const page = await client.open(client.request(id, aProof().challenge, { redirect_uri: evil }));
    const submitted = await client.submit(page, { action: "refuse" });
    const { pathname } = new URL(String(submitted.headers.location), service.baseUrl);
    const answer = await service.raw("GET", pathname, { headers: { Cookie: page.cookies } });
    expect([answer.status, answer.headers.location]).toEqual([400, undefined]);
    expect(answer.text).toContain("You denied");
  });

  verifies(
    "oauth:authorize:untrusted",
    "after a sign-in, errors are redirected to the client only at that address",
    async () => {
      const home = "https://app.example.com/callback";
      const { body } = await register(aNetwork(), home, { redirect_uris: [home, evil] });
      await client.code({ clientId: body.client_id, fields: { redirect_uri: home } });
      const answer = await authorize(body.client_id, home, { prompt: "none" });
      expect(String(answer.headers.location)).toContain(`${home}?error=login_required`);
      expect((await authorize(body.client_id, evil, { prompt: "none" })).headers.location).toBeUndefined();
    },
  );

  verifies("oauth:clients:registration-refused", "a scheme of the operating system or of another program", async () => {
    const schemes =
      "ms-msdt ms-officecmd ms-word ms-excel ms-settings search search-ms shell steam calculator tel sms x-help zoommtg slack filesystem";
    for (const scheme of schemes.split(" ")) {
      const { status, body } = await register("198.51.100.9", `${scheme}:/id`);
      expect([scheme, status, body.error]).toEqual([scheme, 400, "invalid_redirect_uri"]);
    }
  });

  verifies(
    "oauth:page:plain",
    "an unverified program on another host is shown with a warning, and nothing is preselected",
    async () => {
      const id = await clientAt(evil);
      const page = await client.open(client.request(id, aProof().challenge, { redirect_uri: evil }));
      expect(page.page.text).toContain("This app isn't verified");
      expect(page.page.text).toMatch(/you go to <strong>evil\.example<\/strong>/);
      expect(page.page.text).not.toContain("checked");
      const without = await service.raw("POST", page.path, {
        headers: { "Content-Type": "application/x-www-form-urlencoded", Cookie: page.cookies },
        body: new URLSearchParams({ ...account, action: "allow" }).toString(),
      });
      expect(without.status).toBe(200);
      expect(without.text).toContain("Choose what the program can do");
    },
  );
});
