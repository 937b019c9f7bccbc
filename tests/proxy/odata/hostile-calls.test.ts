import fc from "fast-check";
import { afterAll, expect } from "vitest";
import { newSecret } from "#shared/keys/secret.ts";
import {
  type GeneratedAnswer,
  type GeneratedCall,
  generatedCalls,
  hostileHeaders,
  hostileText,
} from "../../support/http/hostile-calls.ts";
import { batchOf } from "../../support/http/odata-batch.ts";
import { type Answering, wireUpstream } from "../../support/http/wire-upstream.ts";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

/** Returns the request that arrived, on which a server behind the proxy would have acted. */
const echo: Answering = (request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { method, url, headers, rawHeaders } = request;
    const lines =
      Buffer.concat(chunks)
        .toString("latin1")
        .match(/^[A-Z]+ \S+ HTTP\/1\.[01]$/gm) ?? [];
    const seen = { method, target: url, authorization: headers.authorization, rawHeaders, lines };
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ seen, value: [] }));
  });
};

const upstream = await wireUpstream();
upstream.answers(echo);
const service = await testService({ dataApiUrl: upstream.origin });
const calls = generatedCalls(service.baseUrl);
afterAll(async () => {
  calls.close();
  await service.stop();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"], isOData: true });
const account = basicAuth("api", "demo-pass");

const credential: fc.Arbitrary<readonly string[]> = fc.oneof(
  { weight: 8, arbitrary: fc.constant(["Authorization", `Bearer ${key}`]) },
  fc.constantFrom<readonly string[]>(
    ["Authorization", basicAuth("apiKey", key)],
    ["Authorization", `Bearer ${newSecret("data", service.runtime.platform.ids)}`],
    ["Authorization", basicAuth("apiKey", "")],
    ["Authorization", "Bearer", "Authorization", `Bearer ${key}`],
    [],
  ),
);
const segment = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("Wire", "wire.fmp12", "%57ire", "Wire.FMP12") },
  fc.constantFrom("Other", "Other.fmp12", "Wire.fmp12.fmp12", ".fmp12", "..fmp12", "$metadata", "$batch", "", "%2e%2e"),
  hostileText,
);
const rest = fc.oneof(
  fc.constantFrom("", "/", "/$metadata", "/contacts", "/contacts('a%2Fb')/Photo/$value", "/Script.Do%20It"),
  hostileText.map((text) => `/${text}`),
);
const query = fc.oneof(
  fc.constantFrom("", "?$top=1", `?apiKey=${key}`, "?apiKey=x&apiKey=y"),
  hostileText.map((text) => `?${text}`),
);
const inner = fc.oneof(
  fc.constantFrom(
    "contacts?$top=1",
    "/svc/fmi/odata/v4/Wire.fmp12/x",
    "/fmi/odata/v4/Other/x",
    "$1/x",
    "$batch",
    "http://x/fmi/odata/v4/Wire/x",
  ),
  fc.tuple(segment, rest).map(([name, text]) => `/fmi/odata/v4/${name}${text}`),
  hostileText,
);
const batchBody = fc.array(fc.tuple(inner, fc.boolean()), { maxLength: 4 }).map((targets) =>
  batchOf(
    "b",
    targets.map(([target, inSet]) => {
      const call = {
        part: ["Content-ID: 1"],
        lines: [`POST ${target} HTTP/1.1`, "Host: x", "Authorization: Basic eDp5"],
        body: "{}",
      };
      return inSet ? [call] : call;
    }),
  ),
);

const plainCall: fc.Arbitrary<GeneratedCall> = fc.record({
  method: fc.constantFrom("GET", "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"),
  target: fc.tuple(segment, rest, query).map(([name, text, asked]) => `/svc/fmi/odata/v4/${name}${text}${asked}`),
  headers: fc.tuple(hostileHeaders, credential).map(([first, last]) => [...first, ...last]),
  body: fc.option(
    fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
    { nil: undefined },
  ),
});
const batchCall: fc.Arbitrary<GeneratedCall> = fc.record({
  method: fc.constant("POST"),
  target: fc.constantFrom("/svc/fmi/odata/v4/Wire/$batch", "/svc/fmi/odata/v4/wire.fmp12/%24batch"),
  headers: fc.constant(["Content-Type", "multipart/mixed; boundary=b", "Authorization", `Bearer ${key}`]),
  body: batchBody,
});

/** Returns the path that a web server in front reads after decoding and resolving it. */
function walked(target: string): string {
  const path = target.split("?", 1)[0] as string;
  return new URL(path.replaceAll(/%2f/gi, "/").replaceAll(/%2e/gi, ".").replaceAll(/%5c/gi, "/"), "http://x").pathname;
}

const inFile = /^\/fmi\/odata\/v4\/(?:W|%57)ire(?:\.fmp12)?(?:\/|$)/i;
const root = /^\/fmi\/odata\/v4\/?(?:(?:\$|%24)metadata\/?)?$/;

function check(call: GeneratedCall, { status, text }: GeneratedAnswer): void {
  const about = `${call.method} ${call.target} ${call.headers.join("|")} -> ${status} ${text.slice(0, 300)}`;
  if (status !== 200) {
    expect([400, 401, 403, 404, 405, 409, 431], about).toContain(status);
    if (call.method === "HEAD") return;
    const { error } = JSON.parse(text);
    expect(typeof error.code, about).toBe("string");
    expect(typeof error.message, about).toBe("string");
    return;
  }
  if (call.method === "HEAD") return;
  const { seen } = JSON.parse(text);
  expect(inFile.test(walked(seen.target)) || root.test(seen.target.split("?")[0]), about).toBe(true);
  expect(seen.authorization, about).toBe(account);
  // Under a name other than apiKey, it isn't a key, but arbitrary text.
  const isNamed = !call.target.split("&").some((pair) => pair.includes(key) && !/(?:^[^?]*\?|^)apiKey=/.test(pair));
  if (isNamed) expect(JSON.stringify([seen.target, seen.rawHeaders]), about).not.toContain(key);
  expect(seen.rawHeaders.join("\n"), about).not.toMatch(/^x-svc-/im);
  for (const line of seen.lines as readonly string[]) {
    const target = line.split(" ")[1] ?? "";
    expect(inFile.test(walked(target)) || /^\$1(?:[/?(]|$)/.test(target), `${line} in ${about}`).toBe(true);
  }
}

async function sendAll(of: fc.Arbitrary<GeneratedCall>, count: number): Promise<Map<number, number>> {
  const together = 20;
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(of, { minLength: together, maxLength: together }), async (generated) => {
      const answers = await Promise.all(generated.map((call) => calls.send(call)));
      for (const [index, answer] of answers.entries()) {
        check(generated[index] as GeneratedCall, answer);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      }
    }),
    { numRuns: count / together, seed: 20_261_121 },
  );
  return statuses;
}

verifies("proxy:odata:answers", "8,000 requests of all kinds", async () => {
  const statuses = await sendAll(plainCall, 8_000);
  // Generators that only produce invalid calls would prove nothing.
  for (const status of [200, 400, 401, 403, 404]) expect(statuses.get(status) ?? 0).toBeGreaterThan(100);
  expect((await service.logs()).includes(key)).toBe(false);
});

verifies("proxy:odata:answers", "2,000 batches", async () => {
  const statuses = await sendAll(batchCall, 2_000);
  for (const status of [200, 400, 403]) expect(statuses.get(status) ?? 0).toBeGreaterThan(50);
});
