import { newSecret } from "#shared/keys/secret.ts";
import { servers } from "../../mcp-servers/support/servers.ts";
import { aClient } from "../../oauth/support/browser.ts";
import { aBrowser } from "../../support/http/a-browser.ts";
import { type CallOptions, call } from "../../support/http/call.ts";
import { basicAuth, type TestService } from "../../support/test-service.ts";

/** Headers with a credential. */
export type Shown = NonNullable<CallOptions["headers"]>;

/** Returns every kind of existing credential: valid, forged, expired and foreign ones. None of them belongs to an administrator. */
export async function everyCredential(service: TestService) {
  const bearer = (value: string): Shown => ({ Authorization: `Bearer ${value}` });
  const { ids } = service.runtime.platform;
  const dataKey = await service.aKey({ isOData: true });
  const { body: made } = await service.admin("POST", "/svc/api/admin-api-key", {
    ...{ label: "deleted", user: "admin", pass: "admin-pass" },
  });
  await service.admin("DELETE", `/svc/api/admin-api-key/${made.response.id}`);
  const { body: metrics } = await service.admin("POST", "/svc/api/metrics-token", {});
  await service.admin("PATCH", "/svc/api/settings", { appLogToken: "regenerate" });
  const { appLogToken } = (await service.admin("GET", "/svc/api/settings")).body.response;
  const { aServer, aTool } = servers(service);
  await aServer("contacts");
  await aTool("contacts");
  const client = aClient(service);
  const { clientId, verifier, code } = await client.code({});
  const { access_token: oauthToken } = (await client.exchange(clientId, code, verifier)).body;
  const login = await call(service.sandbox.origin, "POST", "/fmi/data/vLatest/databases/Contacts/sessions", {
    headers: { Authorization: basicAuth("api", "demo-pass") },
    json: {},
  });
  const browser = aBrowser(service);
  await browser.signIn();
  const ended = browser.cookie;
  await browser.call("DELETE", "/svc/api/session");
  const present = aBrowser(service);
  await present.signIn();
  return {
    none: {},
    "data key": bearer(dataKey),
    "data key as account": { Authorization: basicAuth("apiKey", dataKey) },
    "unknown data key": bearer(newSecret("data", ids)),
    "unknown admin key": bearer(newSecret("admin", ids)),
    "deleted admin key": bearer(made.response.key),
    "account of a file": { Authorization: basicAuth("api", "demo-pass") },
    "session of a file": bearer(login.body.response.token),
    "token of an MCP server": bearer(oauthToken),
    "token of the metrics": bearer(metrics.response.value),
    "token of the app log": bearer(appLogToken),
    "unknown session": bearer(`ls_${"0".repeat(64)}`),
    "ended session": { Cookie: ended, "Sec-Fetch-Site": "same-origin" },
    "session of a page elsewhere": { Cookie: present.cookie, "Sec-Fetch-Site": "cross-site" },
  } satisfies Record<string, Shown>;
}
