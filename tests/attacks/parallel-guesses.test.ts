import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect } from "vitest";
import { enroll } from "../../local-agent/link/enroll.ts";
import { signInCode } from "../../local-agent/link/sign-in-code.ts";
import { newKey } from "../../local-agent/link/signature.ts";
import { newKeyPair } from "../../local-agent/server/server-key.ts";
import { anEnrollmentCode } from "../agent/support/an-agent.ts";
import { servers } from "../mcp-servers/support/servers.ts";
import { aClient, aProof } from "../oauth/support/browser.ts";
import { aBrowser } from "../support/http/a-browser.ts";
import { aCommandLine, codeOn } from "../support/http/a-command-line.ts";
import type { Answer, CallOptions } from "../support/http/call.ts";
import { guessable, guesses as guessesAt } from "../support/secrets/guesses.ts";
import { basicAuth, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService(guessable());
afterAll(() => service.stop());

const { anAddress, basic, dataKey, adminKey, token } = guessesAt(service);
const adminKeyValue = await service.anAdminKey();
const stored = await service.aKey();
const { aServer, aTool } = servers(service);
await aServer("contacts");
await aTool("contacts");

const from = (): NonNullable<CallOptions["headers"]> => ({ "X-Forwarded-For": anAddress() });
const asked = (method: string, path: string, headers: CallOptions["headers"], json?: unknown): Promise<Answer> =>
  service.raw(method, path, { headers: { ...from(), ...headers }, ...(json !== undefined && { json }) });
const form = (path: string, fields: Readonly<Record<string, string>>, headers: CallOptions["headers"] = {}) =>
  service.raw("POST", path, {
    headers: { ...from(), ...headers, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
const message = { jsonrpc: "2.0", id: 1, method: "ping" };
const oauth = aClient(service);
const clientId = await oauth.register();
let page = { path: "", cookies: "" };

beforeEach(async () => {
  await service.turn(3 * 3_600_000);
  page = await oauth.open(oauth.request(clientId, aProof().challenge));
});

let guessed = 0;
/** Returns a password that wasn't tried before: a pending one would be checked only once for all calls. */
const another = () => {
  guessed += 1;
  return `wrong ${guessed}`;
};

/** Every place that accepts a name and a password, or a token of FileMaker Server, each with a guess at the same account. */
const places: Readonly<Record<string, () => Promise<Answer>>> = {
  "the management API": () => basic(anAddress(), "admin", another()),
  "the management API, by tokens from one address": () => token("198.51.100.7", another()),
  "the console": () => aBrowser(service, from()).signIn("admin", another()),
  "the page of a command-line sign-in": () =>
    form(
      "/svc/wizard/abcdefghijklmnopqr",
      { action: "sign-in", user: "admin", pass: another() },
      { "Sec-Fetch-Site": "same-origin" },
    ),
  "a new Admin API Key": () => adminKey(anAddress(), adminKeyValue, "admin", another()),
  "a new Data API Key": () => dataKey(anAddress(), "api", another()),
  "a new Data API Key, as an administrator": () =>
    asked(
      "POST",
      "/svc/api/api-key",
      { Authorization: `Bearer ${adminKeyValue}` },
      { databases: ["Contacts"], user: "api", pass: another() },
    ),
  "another account of a key": () =>
    asked(
      "PATCH",
      `/svc/api/api-key/${stored}`,
      { Authorization: `Bearer ${adminKeyValue}` },
      { user: "api", pass: another() },
    ),
  "an MCP server": () =>
    asked(
      "POST",
      "/svc/mcp/contacts",
      { Authorization: basicAuth("api", another()), Accept: "application/json" },
      message,
    ),
  "the sign-in page of AI clients": () =>
    form(page.path, { user: "api", pass: another(), access: "full", action: "allow" }, { Cookie: page.cookies }),
  OData: () => asked("GET", "/svc/fmi/odata/v4/Contacts", { Authorization: basicAuth("api", another()) }),
  "a table of a file as XML": () =>
    asked("POST", "/svc/api/fm-file/Contacts/save-as-xml", {}, { username: "api", password: another() }),
};

const atOnce = 45;
/**
 * Returns the number of attempts that an account allows from all addresses that never signed in to it. An Admin API key has a separate
 * limit of ten.
 */
const allowedAt = (place: string) =>
  ["a new Admin API Key", "a new Data API Key, as an administrator", "another account of a key"].includes(place)
    ? 10
    : 20;

describe("access:limits:parallel", () => {
  for (const [place, guess] of Object.entries(places))
    verifies("access:limits:parallel", place, async () => {
      const allowed = allowedAt(place);
      const before = { ...service.sandbox.counters };
      const guesses = Promise.all(Array.from({ length: atOnce }, guess));
      // FileMaker Server receives at most ten sign-ins per second: turn the clock past those seconds, but not so far that attempts are
      // allowed again.
      for (let turns = 0; turns < 20; turns += 1) await service.turn(250);
      const answers = await guesses;
      const refused = answers.filter(({ status }) => status === 429);
      expect(answers.length - refused.length, answers.map(({ status, text }) => `${status} ${text}`)[0]).toBe(allowed);
      const { failedLogins, failedAdminLogins, failedODataLogins } = service.sandbox.counters;
      const tried =
        failedLogins +
        failedAdminLogins +
        failedODataLogins -
        (before.failedLogins + before.failedAdminLogins + before.failedODataLogins);
      expect(tried).toBeLessThanOrEqual(allowed);
      for (const { headers } of refused) expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    });

  verifies("access:limits:parallel", "a code that enrolls an agent", async () => {
    const code = await anEnrollmentCode(service, true);
    const { publicKey: serverKey } = await newKeyPair(service.clock.now());
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        asked(
          "POST",
          "/svc/api/agents/enrol",
          {},
          { code, name: `host-${number}`, publicKey: newKey().publicKey, serverKey },
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await service.admin("GET", "/svc/api/agents")).body.response.agents).toHaveLength(1);
  });

  verifies("access:limits:parallel", "a code for signing in", async () => {
    const folder = mkdtempSync(join(tmpdir(), "latchkey-parallel-"));
    try {
      const address = `${service.baseUrl}/svc`;
      const identity = await enroll({ address, code: await anEnrollmentCode(service, true), name: "host", folder });
      const { code } = await signInCode(address, identity, service.clock.now());
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => asked("POST", "/svc/api/session", {}, { code })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  verifies("access:limits:parallel", "the token of a command-line sign-in", async () => {
    const [tool, person] = [aCommandLine(service), aBrowser(service)];
    await person.signIn();
    await tool.open(person);
    await tool.poll();
    await tool.send(person, { action: "allow", code: codeOn(await tool.open(person)) });
    const answers = await Promise.all(Array.from({ length: 20 }, () => tool.poll()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
