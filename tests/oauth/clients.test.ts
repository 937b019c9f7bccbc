import { afterAll, expect, test } from "vitest";
import { documentAddress, redirectProblem } from "#shared/oauth/rules.ts";
import { type CalloutAnswer, CalloutFailed, CalloutRefused } from "#shared/ports/callouts.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aClient, aProof, callback, contacts, someServers } from "./support/browser.ts";

/** Metadata documents by their address, as other servers return them; undefined: rejected before anything is sent. */
const documents = new Map<string, Partial<CalloutAnswer> | "silent" | "broken">();
const asked: string[] = [];
let onAsked = () => {};
const clientHosts: string[] = [];
const service = await testService({
  decorate: (platform) => ({
    ...platform,
    oauthResources: someServers(contacts),
    oauthLimits: { ...platform.oauthLimits, clientHosts },
    callouts: {
      ...platform.callouts,
      async call({ url, signal }) {
        asked.push(url.href);
        onAsked();
        const found = documents.get(url.href);
        if (found === "silent")
          return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new CalloutFailed("late"))));
        if (found === "broken") throw new CalloutFailed("It refused the connection.");
        if (found === undefined) throw new CalloutRefused("This address is not called.");
        return {
          status: 200,
          contentType: "application/json",
          header: () => undefined,
          body: Buffer.alloc(0),
          ...found,
        };
      },
    },
  }),
});
afterAll(() => service.stop());
const client = aClient(service);

const clientId = "https://app.example.com/oauth/client.json";
/** Maximum time of waiting for a document, in milliseconds. */
const silenceMs = 2_500;
const metadata = {
  client_id: clientId,
  client_name: "An app <b>",
  redirect_uris: ["http://127.0.0.1/callback", "https://app.example.com/callback"],
  token_endpoint_auth_method: "none",
  scope: "profile email",
};
const serve = (document: object, id = clientId) => documents.set(id, { body: Buffer.from(JSON.stringify(document)) });
const authorize = (id: string) => client.authorize(client.request(id, aProof().challenge));
/** Starts an authorization without an available document, and turns the clock past the timeout. */
const authorizeInVain = async (id: string) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  onAsked = resolve;
  const answer = authorize(id);
  await promise;
  await service.turn(silenceMs);
  return answer;
};

verifies("oauth:clients:document", async () => {
  serve(metadata);
  const { body } = await client.tokens({ clientId });
  expect(body.scope).toBe("fm:read fm:write");
  // A client whose document names no grants can refresh without its user; the document is cached.
  expect((await client.refresh(clientId, body.refresh_token)).status).toBe(200);
  expect(asked).toEqual([clientId]);
  const page = await client.open(
    client.request(clientId, aProof().challenge, { redirect_uri: "https://app.example.com/callback" }),
  );
  expect(page.page.text).toContain("app.example.com");
  expect(page.page.text).toContain("An app &lt;b&gt;");
  await service.turn(5 * 60_000 + 1_000);
  await authorize(clientId);
  expect(asked).toEqual([clientId, clientId]);
});

verifies("oauth:clients:document-unheard", async () => {
  const id = "https://away.example.com/client.json";
  const own = { ...metadata, client_id: id };
  const known = async () => (await authorize(id)).status === 303;
  const knownInVain = async () => (await authorizeInVain(id)).status === 303;
  serve(own, id);
  expect(await known()).toBe(true);
  await service.turn(5 * 60_000 + 1_000);
  for (const away of ["silent", "broken", { status: 503 }] as const) {
    documents.set(id, away);
    expect([away, await knownInVain()]).toEqual([away, true]);
  }
  await service.turn(24 * 60 * 60_000);
  expect(await knownInVain()).toBe(false);
  // A document that is removed, invalid or redirected is forgotten immediately and permanently.
  for (const gone of [{ status: 404 }, { body: Buffer.from("{}") }, undefined] as const) {
    serve(own, id);
    expect([gone, await known()]).toEqual([gone, true]);
    await service.turn(5 * 60_000 + 1_000);
    if (gone === undefined) documents.delete(id);
    else documents.set(id, gone);
    expect([gone, await knownInVain()]).toEqual([gone, false]);
    documents.set(id, "broken");
    expect([gone, await knownInVain()]).toEqual([gone, false]);
  }
});

verifies(
  "oauth:clients:document",
  "a document with another URL, with a secret, or with an http address beyond loopback creates no client",
  async () => {
    const id = "https://other.example.com/client.json";
    const own = { ...metadata, client_id: id };
    for (const wrong of [
      metadata,
      { ...own, client_secret: "s" },
      { ...own, token_endpoint_auth_method: "client_secret_post" },
      { ...own, client_name: undefined },
      { ...own, redirect_uris: [] },
      { ...own, redirect_uris: ["http://app.example.com/callback"] },
      { ...own, redirect_uris: ["https://*.example.com/callback"] },
      [own],
      { ...own, padding: "x".repeat(65_536) },
    ]) {
      serve(wrong, id);
      const answer = await authorizeInVain(id);
      expect([JSON.stringify(wrong).slice(0, 200), answer.status, answer.headers.location]).toEqual([
        JSON.stringify(wrong).slice(0, 200),
        400,
        undefined,
      ]);
    }
    documents.set(id, { status: 302, body: Buffer.from(JSON.stringify(own)) });
    expect((await authorizeInVain(id)).status).toBe(400);
  },
);

verifies("oauth:clients:document-guarded", async () => {
  asked.length = 0;
  for (const id of [
    "https://127.0.0.1/client.json",
    "https://[::1]/client.json",
    "https://0x7f.1/client.json",
    "https://2130706433/client.json",
    "https://localhost/client.json",
    "https://app.example.com:8443/client.json",
    "https://user@app.example.com/client.json",
    "https://app.example.com",
    "https://app.example.com/",
    "https://app.example.com/a/../client.json",
    "https://app.example.com/a/%2e%2e/client.json",
    "https://app.example.com/client.json#x",
    "https://APP.example.com/client.json",
    "http://app.example.com/client.json",
  ])
    expect([id, documentAddress(id, [])]).toEqual([id, undefined]);
  expect(documentAddress(clientId, [])?.href).toBe(clientId);
  expect(documentAddress(clientId, ["claude.ai"])).toBeUndefined();
  expect(documentAddress("https://claude.ai/oauth/client", ["claude.ai"])).toBeDefined();
  expect(asked).toEqual([]);
});

verifies(
  "oauth:clients:document-guarded",
  "an error, an invalid response, and a silent server take the same time and get the same page",
  async () => {
    const places = {
      "https://127.0.0.1/client.json": undefined,
      "https://refused.example.com/client.json": undefined,
      "https://closed.example.com/client.json": "broken",
      "https://silent.example.com/client.json": "silent",
      "https://wrong.example.com/client.json": { status: 404 },
    } as const;
    for (const [id, answer] of Object.entries(places)) if (answer !== undefined) documents.set(id, answer);
    const answers = await Promise.all(
      Object.keys(places).map(async (id) => {
        const begun = service.clock.now();
        const { status, text } = await authorize(id);
        return { ms: service.clock.now() - begun, status, text: text.replaceAll(id, "") };
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    for (const { ms } of answers) expect(ms).toBeGreaterThanOrEqual(silenceMs);
  },
);

verifies("oauth:clients:document-guarded", "lookups of documents are limited per address and hour", async () => {
  let last = await authorize(clientId);
  for (let count = 0; count <= 60 && last.status !== 429; count += 1) {
    const id = `https://many.example.com/${count}.json`;
    serve({ ...metadata, client_id: id }, id);
    last = await authorize(id);
  }
  expect(last.status).toBe(429);
  expect(Number(last.headers["retry-after"])).toBeGreaterThan(0);
  const unasked = asked.length;
  await authorize("https://many.example.com/more.json");
  expect(asked).toHaveLength(unasked);
});

verifies("oauth:clients:registration", async () => {
  const json = {
    redirect_uris: [callback, "cursor://anysphere.cursor/callback", "com.example.app:/callback"],
    client_name: "A test",
    grant_types: ["authorization_code", "refresh_token"],
    token_endpoint_auth_method: "client_secret_post",
    scope: "fm:read",
    software_id: "unheard of",
  };
  const { status, body, headers } = await service.raw("POST", "/svc/oauth/register", { json });
  expect(status).toBe(201);
  expect(headers["access-control-allow-origin"]).toBe("*");
  expect(Object.keys(body).sort()).toEqual([
    ...["client_id", "client_id_issued_at", "client_name", "grant_types", "redirect_uris", "response_types"],
    "token_endpoint_auth_method",
  ]);
  expect(body.token_endpoint_auth_method).toBe("none");
  // Not limited to the scope that it named.
  expect((await client.tokens({ clientId: body.client_id })).body.scope).toBe("fm:read fm:write");
  // A used client stays; a client unused for 30 days is deleted.
  const unused = await client.register();
  await service.turn(31 * 86_400_000);
  expect((await authorize(unused)).status).toBe(400);
  expect((await authorize(body.client_id)).status).toBe(303);
});

verifies("oauth:clients:registration-refused", async () => {
  const post = (json: unknown) => service.raw("POST", "/svc/oauth/register", { json });
  for (const redirect of [
    "https://*.example.com/callback",
    "http://app.example.com/callback",
    "https://app.example.com/callback#x",
    "https://user@app.example.com/callback",
    "//app.example.com/callback",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "httpx://app.example.com",
    "callback",
  ]) {
    expect(redirectProblem(redirect), redirect).toBeDefined();
    const { status, body } = await post({ redirect_uris: [redirect] });
    expect([redirect, status, body.error]).toEqual([redirect, 400, "invalid_redirect_uri"]);
  }
  expect((await post({ redirect_uris: Array.from({ length: 11 }, () => callback) })).body.error).toBe(
    "invalid_redirect_uri",
  );
  expect((await post({})).body.error).toBe("invalid_redirect_uri");
  expect((await post([1])).body.error).toBeDefined();
  expect((await post({ redirect_uris: [callback], grant_types: ["implicit"] })).body.error).toBe(
    "invalid_client_metadata",
  );
  const long = await post({ redirect_uris: [callback], padding: "x".repeat(4_096) });
  expect([long.status, long.body.error]).toEqual([413, "invalid_request"]);
});

test("redirect addresses of existing programs are accepted", () => {
  for (const uri of [
    callback,
    "http://localhost:8080/oauth/callback",
    "http://[::1]:5/cb",
    "https://claude.ai/api/mcp/auth_callback",
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "vscode://vscode.microsoft-authentication",
  ])
    expect([uri, redirectProblem(uri)]).toEqual([uri, undefined]);
});
