import { request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { auth as authOfTheSecondLine } from "@modelcontextprotocol/client";
import { auth as authOfTheFirstLine } from "@modelcontextprotocol/sdk/client/auth.js";
import { afterAll, expect } from "vitest";
import { accessTokens } from "../../functions/wiring/grants.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { account, callback, contacts, cookiesOf, someServers } from "./support/browser.ts";

/**
 * Requests forwarded by a web server in front, which forwards everything with the prefix and answers 404 to other paths, as paths that
 * aren't ours.
 */
const passed: string[] = [];
let behind = "";
const front = createServer((request, response) => {
  if (!request.url?.startsWith("/svc/")) {
    response.writeHead(404).end("not ours");
    return;
  }
  passed.push(request.url);
  const { hostname, port } = new URL(behind);
  const onward = ask(
    { hostname, port, method: request.method, path: request.url, headers: request.headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    },
  );
  request.pipe(onward);
});
await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;

const service = await testService({
  decorate: (platform) => ({ ...platform, oauthResources: someServers(contacts) }),
  environment: { BASE_URL: address },
});
behind = service.runtime.localUrl;
afterAll(async () => {
  front.closeAllConnections();
  await new Promise((resolve) => front.close(resolve));
  await service.stop();
});
const serverUrl = `${address}/svc/mcp/contacts`;

/** Returns the state of a program that uses the SDK, and the address to which it sends its user. */
function aProgram() {
  const kept: Record<string, unknown> = {};
  let sentTo: URL | undefined;
  const provider = {
    redirectUrl: callback,
    clientMetadata: {
      client_name: "A program",
      redirect_uris: [callback],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    state: () => "a-state",
    clientInformation: () => kept.client as never,
    saveClientInformation: (client: unknown) => {
      kept.client = client;
    },
    tokens: () => kept.tokens as never,
    saveTokens: (tokens: unknown) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url: URL) => {
      sentTo = url;
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier as string,
  };
  return { provider, kept, sentTo: () => sentTo as URL };
}

/** Acts as the user in a browser: opens the address, signs in, and is redirected with a code. */
async function signedIn(url: URL): Promise<URL> {
  const follow = (to: string, init: RequestInit = {}) => fetch(new URL(to, address), { ...init, redirect: "manual" });
  const begun = await follow(url.href);
  const cookies = cookiesOf({ headers: { "set-cookie": begun.headers.getSetCookie() } });
  const page = begun.headers.get("location") ?? "";
  const done = await follow(page, {
    method: "POST",
    headers: { Cookie: cookies },
    body: new URLSearchParams({ ...account, access: "full", action: "allow" }),
  });
  const back = await follow(done.headers.get("location") ?? "", { headers: { Cookie: cookies } });
  return new URL(back.headers.get("location") ?? "");
}

for (const [line, auth] of [
  ["1.32", authOfTheFirstLine],
  ["2.4", authOfTheSecondLine],
] as const)
  verifies(
    "oauth:clients:sdk",
    `the SDK's ${line} signs in and refreshes through a proxy that forwards only the prefix`,
    async () => {
      const { provider, kept, sentTo } = aProgram();
      const resourceMetadataUrl = new URL(`${address}/svc/.well-known/oauth-protected-resource/mcp/contacts`);
      const options = { serverUrl, resourceMetadataUrl } as const;
      expect(await auth(provider as never, options)).toBe("REDIRECT");
      const back = await signedIn(sentTo());
      const authorizationCode = back.searchParams.get("code") ?? "";
      const iss = back.searchParams.get("iss") ?? "";
      expect(iss).toBe(`${address}/svc/oauth`);
      // If the answer names another issuer, a client that checks it doesn't send the code.
      const mixedUp = { ...options, authorizationCode, iss: "https://evil.example.com/svc/oauth" };
      if (line === "2.4") await expect(auth(provider as never, mixedUp)).rejects.toThrow(/iss/i);
      expect(await auth(provider as never, { ...options, authorizationCode, ...(line === "2.4" && { iss }) })).toBe(
        "AUTHORIZED",
      );
      const first = kept.tokens as {
        readonly access_token: string;
        readonly refresh_token: string;
        readonly scope: string;
      };
      expect(first.scope).toContain("fm:write");
      const holder = await accessTokens(service.runtime.platform).check(first.access_token, serverUrl);
      expect(holder?.account).toBe(account.user);
      expect(await auth(provider as never, options)).toBe("AUTHORIZED");
      const second = kept.tokens as typeof first;
      expect(second.access_token).not.toBe(first.access_token);
      expect(second.refresh_token).not.toBe(first.refresh_token);
      expect(passed.some((path) => path.startsWith("/svc/oauth/.well-known/openid-configuration"))).toBe(true);
    },
  );
