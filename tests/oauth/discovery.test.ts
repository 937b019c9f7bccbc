import { afterAll, expect } from "vitest";
import { challenge } from "#shared/oauth/challenge.ts";
import { signInAddresses } from "../../functions/wiring/grants.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { contacts, someServers } from "./support/browser.ts";

const reading = { ...contacts, slug: "reading", scopes: ["fm:read"] as const };
const service = await testService({
  decorate: (platform) => ({ ...platform, oauthResources: someServers(contacts, reading) }),
});
afterAll(() => service.stop());
const get = (path: string, headers: Readonly<Record<string, string>> = {}) => service.raw("GET", path, { headers });

verifies("oauth:discovery:documents", async () => {
  const issuer = `${service.baseUrl}/svc/oauth`;
  const places = [
    "/svc/oauth/.well-known/openid-configuration",
    "/svc/oauth/.well-known/oauth-authorization-server",
    "/svc/.well-known/oauth-authorization-server",
    "/.well-known/oauth-authorization-server/svc/oauth",
    "/.well-known/openid-configuration/svc/oauth",
    "/.well-known/oauth-authorization-server",
  ];
  for (const place of places) {
    // Regardless of the address that a call claims.
    const { status, body, headers } = await get(place, {
      "X-Forwarded-Host": "evil.example.com",
      Forwarded: "host=evil.example.com",
    });
    expect(status, place).toBe(200);
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect(body).toMatchObject({
      issuer,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      scopes_supported: ["fm:read", "fm:write", "offline_access"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      // Clients that find it at OpenID's path expect this field.
      jwks_uri: `${issuer}/jwks`,
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["ES256"],
    });
    expect(JSON.stringify(body)).not.toContain("evil");
  }
  for (const place of [
    "/svc/.well-known/oauth-protected-resource/mcp/contacts",
    "/.well-known/oauth-protected-resource/svc/mcp/contacts",
  ]) {
    expect((await get(place)).body).toEqual({
      resource: `${service.baseUrl}/svc/mcp/contacts`,
      resource_name: "Contacts",
      authorization_servers: [issuer],
      scopes_supported: ["fm:read", "fm:write"],
      bearer_methods_supported: ["header"],
    });
  }
  const keys = await get("/svc/oauth/jwks");
  expect(keys.body.keys).toHaveLength(1);
  expect(keys.body.keys[0].d).toBeUndefined();
  const preflight = await service.raw("OPTIONS", "/svc/.well-known/oauth-protected-resource/mcp/contacts", {
    headers: { Origin: "https://app.example.com", "Access-Control-Request-Method": "GET" },
  });
  expect([preflight.status, preflight.headers["access-control-allow-origin"]]).toEqual([204, "*"]);
});

verifies(
  "oauth:discovery:documents",
  "a challenge names only Bearer, the required scope, and the location of its metadata",
  () => {
    const addresses = signInAddresses(service.runtime.platform);
    const at = `resource_metadata="${service.baseUrl}/svc/.well-known/oauth-protected-resource/mcp/contacts"`;
    expect(challenge("missing", { addresses, prefix: "svc", resource: contacts })).toBe(
      `Bearer scope="fm:read fm:write", ${at}`,
    );
    expect(challenge("invalid", { addresses, prefix: "svc", resource: contacts })).toBe(
      `Bearer error="invalid_token", scope="fm:read fm:write", ${at}`,
    );
    expect(challenge("insufficient", { addresses, prefix: "svc", resource: contacts, needed: ["fm:write"] })).toBe(
      `Bearer error="insufficient_scope", scope="fm:write", ${at}`,
    );
    expect(challenge("missing", undefined)).toBe("Bearer");
    expect(challenge("missing", { addresses, prefix: "svc", resource: reading })).toContain('scope="fm:read",');
  },
);

verifies("oauth:discovery:hidden", async () => {
  for (const path of [
    "/svc/.well-known/oauth-protected-resource/mcp/closed",
    "/svc/.well-known/oauth-protected-resource/admin-mcp",
    "/.well-known/oauth-protected-resource/svc/admin-mcp",
    "/.well-known/oauth-protected-resource",
    "/svc/.well-known/oauth-authorization-server/other",
    "/.well-known/security.txt",
  ]) {
    const { status, body } = await get(path);
    expect([path, status, body]).toEqual([path, 404, { error: "not_found" }]);
  }
});
