import { afterAll, beforeEach, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aClient, aProof, callback, contacts, someServers } from "./support/browser.ts";

const servers = someServers(contacts);
const service = await testService({ decorate: (platform) => ({ ...platform, oauthResources: servers }) });
afterAll(() => service.stop());
const client = aClient(service);
const clientId = await client.register();
const { challenge, verifier } = aProof();
const asked = (fields: Readonly<Record<string, string>> = {}) => client.request(clientId, challenge, fields);
const without = (name: string) => Object.fromEntries(Object.entries(asked()).filter(([field]) => field !== name));
beforeEach(() => {
  servers.listed.clear();
  servers.listed.set("contacts", contacts);
});

/** Returns the error that a redirect tells the client; undefined if there is no redirect. */
const refusal = async (fields: Readonly<Record<string, string>>) => {
  const { status, headers } = await client.authorize(fields);
  if (status !== 303) return undefined;
  const { searchParams } = new URL(String(headers.location), service.baseUrl);
  return searchParams.get("error") === null ? "none" : [searchParams.get("error"), searchParams.get("iss")];
};
const issuer = () => `${service.baseUrl}/svc/oauth`;

verifies("oauth:authorize:pkce", async () => {
  expect(await refusal(asked())).toBe("none");
  expect(await refusal(without("code_challenge"))).toEqual(["invalid_request", issuer()]);
  expect(await refusal(asked({ code_challenge_method: "plain" }))).toEqual(["invalid_request", issuer()]);
  // Without a method, it would be `plain`.
  expect(await refusal(without("code_challenge_method"))).toEqual(["invalid_request", issuer()]);
  const { code } = await client.code({ clientId });
  for (const wrong of [verifier, challenge, ""]) {
    const { status, body } = await client.exchange(clientId, code, wrong);
    expect([wrong, status]).toEqual([wrong, 400]);
    expect(body.error).toBe("invalid_grant");
  }
});

verifies("oauth:authorize:redirect", async () => {
  // Another loopback port is accepted, too: programs listen on any free port.
  expect(await refusal(asked({ redirect_uri: "http://127.0.0.1:5/callback" }))).toBe("none");
  for (const redirect of [
    "http://127.0.0.1:43117/callback/",
    "http://127.0.0.1:43117/Callback",
    "http://127.0.0.1:43117/callback?next=https://evil.example.com",
    "http://localhost:43117/callback",
    "http://127.0.0.1:43117@evil.example.com/callback",
    "https://127.0.0.1:43117/callback",
    "https://evil.example.com/callback",
    "//evil.example.com/callback",
    "javascript:alert(1)",
    "",
  ]) {
    const { status, headers, text } = await client.authorize(asked({ redirect_uri: redirect }));
    expect([redirect, status, headers.location]).toEqual([redirect, 400, undefined]);
    expect(text).toContain("Couldn't connect the app");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
  }
  const unknown = await client.authorize(asked({ client_id: "nobody" }));
  expect([unknown.status, unknown.headers.location]).toEqual([400, undefined]);
  expect(unknown.text).toContain("is unknown");
  // An error before the client is known is never redirected.
  const twice = await service.raw(
    "GET",
    `/svc/oauth/authorize?${new URLSearchParams(asked())}&redirect_uri=https%3A%2F%2Fevil.example.com`,
  );
  expect([twice.status, twice.headers.location]).toEqual([400, undefined]);
});

verifies("oauth:authorize:resource", async () => {
  expect(await refusal(without("resource"))).toBe("none");
  servers.listed.set("orders", { ...contacts, slug: "orders", name: "Orders" });
  for (const fields of [
    without("resource"),
    asked({ resource: `${service.baseUrl}/svc/mcp/closed` }),
    asked({ resource: `${service.baseUrl}/svc/admin-mcp` }),
    asked({ resource: `${service.baseUrl}/svc/mcp/contacts?apiKey=dk_1` }),
    asked({ resource: `${service.baseUrl}/svc/mcp/contacts#x` }),
    asked({ resource: "https://evil.example.com/svc/mcp/contacts" }),
    asked({ resource: "contacts" }),
  ])
    expect([fields.resource, await refusal(fields)]).toEqual([fields.resource, ["invalid_target", issuer()]]);
  const both = new URLSearchParams(asked());
  both.append("resource", `${service.baseUrl}/svc/mcp/orders`);
  const { headers } = await service.raw("GET", `/svc/oauth/authorize?${both}`);
  expect(new URL(String(headers.location)).searchParams.get("error")).toBe("invalid_target");
});

verifies("oauth:authorize:scope", async () => {
  const scopeOf = async (fields: Readonly<Record<string, string>>) =>
    (await client.tokens({ clientId, fields })).body.scope;
  expect(await scopeOf({})).toBe("fm:read fm:write");
  expect(
    await scopeOf({
      scope: "openid profile offline_access",
      prompt: "consent",
      nonce: "n",
      response_mode: "form_post",
    }),
  ).toBe("fm:read fm:write");
  expect(await scopeOf({ scope: "fm:read" })).toBe("fm:read");
  expect(await scopeOf({ scope: "fm:write" })).toBe("fm:read fm:write");
  // No more than the server's tools need.
  servers.listed.set("contacts", { ...contacts, scopes: ["fm:read"] });
  expect(await scopeOf({ scope: "fm:read fm:write" })).toBe("fm:read");
  const { headers } = await client.authorize(asked({ prompt: "none" }));
  const location = new URL(String(headers.location));
  expect(location.href.startsWith(callback)).toBe(true);
  expect(location.searchParams.get("error")).toBe("login_required");
});
