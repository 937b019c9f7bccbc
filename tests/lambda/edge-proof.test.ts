import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { expect, onTestFinished } from "vitest";
import { failure } from "#shared/contract/envelope.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { HttpCall } from "#shared/ports/http-call.ts";
import { ownApiOnGateway } from "../../functions/lambda/openers/own-api-on-gateway.ts";
import { readAwsSettings } from "../../functions/settings/aws.ts";
import { awsVariables } from "../support/aws/aws-variables.ts";
import { collectedEntry, streamedEntry } from "../support/aws/lambda-entries.ts";
import { installStreamingRuntime, invokeStream, restEvent } from "../support/aws/streaming-runtime.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { verifies } from "../support/verifies.ts";

installStreamingRuntime();
const [secret, other] = ["rMhKuLm5VlyhQkdkWcSjnh0m8vvZyKCxYPUbKZ4vwNc", "7TI5QTUBWcs0bGJj8m1lYh2bM0Xg6W1rQy3nH9dVfEk"];
const rule = { secrets: [secret, other], servesDirectCalls: false, aliases: [] };
const served: HttpCall[] = [];
const handler = async (call: HttpCall) => {
  served.push(call);
  call.answer.writeHead(200, []);
  call.answer.end("served");
};

/** Returns an event whose body, path and query can't be read. */
function unreadable(headers: Readonly<Record<string, string>>): APIGatewayProxyEvent {
  const event = restEvent("POST", "/svc/api/agents", { headers, body: Buffer.from("a body") });
  for (const name of ["body", "path", "multiValueQueryStringParameters", "requestContext"])
    Object.defineProperty(event, name, {
      get: () => {
        throw new Error(`${name} was read`);
      },
    });
  return event;
}

verifies("access:edge:refused", async () => {
  const expected = JSON.stringify(failure(new ServiceError("direct_call_refused")));
  const direct: Record<string, string>[] = [
    {},
    { "X-Latchkey-Edge": "" },
    { "X-Latchkey-Edge": secret.toLowerCase() },
    { "X-Latchkey-Edge": `${secret}, ${secret}` },
    { "X-Latchkey-Edge": secret.slice(0, -1) },
  ];
  served.length = 0;
  for (const headers of direct) {
    const whole = await collectedEntry(handler, [], rule)(unreadable(headers));
    expect([whole.statusCode, whole.body]).toEqual([403, expected]);
    const { prelude, body, whole: isWhole } = await invokeStream(streamedEntry(handler, [], rule), unreadable(headers));
    expect([prelude?.statusCode, String(body), isWhole]).toEqual([403, expected, true]);
  }
  expect(served).toEqual([]);
});

const get = (headers: Record<string, string>) =>
  restEvent("GET", "/svc/api/agents", { headers: { "X-Forwarded-For": "203.0.113.7", ...headers } });

verifies("access:edge:rotated", "each of two secrets proves a call", async () => {
  served.length = 0;
  for (const value of [secret, other]) {
    const { statusCode } = await collectedEntry(handler, [], rule)(get({ "X-Latchkey-Edge": value }));
    expect(statusCode).toBe(200);
  }
  expect(served.map(({ address }) => address)).toEqual(["203.0.113.7", "203.0.113.7"]);
  expect(JSON.stringify(served.map(({ headers }) => headers))).not.toContain(secret);
});

verifies(
  "access:edge:refused",
  "a parameter allows direct calls, whose address is that of their own connection",
  async () => {
    served.length = 0;
    const allowing = { ...rule, servesDirectCalls: true };
    expect((await collectedEntry(handler, [], allowing)(get({}))).statusCode).toBe(200);
    expect(served.map(({ address }) => address)).not.toContain("203.0.113.7");
  },
);

verifies("access:edge:own-calls", async () => {
  const proofs: unknown[] = [];
  const server = createServer((request, response) => {
    proofs.push(request.headers["x-latchkey-edge"], request.url);
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const settings = readAwsSettings({
    ...awsVariables,
    EDGE_SECRETS: `${secret},${other}`,
    EDGE_SECRET: other,
    API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/prod`,
  });
  const clock = turnableClock();
  const api = ownApiOnGateway({ settings, clock, background: { waitUntil: () => undefined } } as never);
  const caller = { authorization: "Bearer ak_1", address: "203.0.113.7", userAgent: "test", timeoutMs: 5_000 };
  expect((await api.call({ method: "GET", target: "/api/agents", ...caller })).status).toBe(200);
  // In a header, never in an address.
  expect(proofs).toEqual([other, "/prod/svc/api/agents"]);
  expect(settings.EDGE_SECRETS).toContain(other);
});
