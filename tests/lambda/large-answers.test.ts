import { PassThrough } from "node:stream";
import { afterAll, expect } from "vitest";
import { browser } from "#shared/browser/contract.ts";
import { maxStreamedBytes } from "#shared/ports/limits/answer-limits.ts";
import type { Outbound, RelayHandler } from "#shared/ports/outbound.ts";
import { ProxiedExchange, type RelayPlan } from "#shared/proxy/relay/proxied-exchange.ts";
import { serve } from "../../functions/edge/serve.ts";
import { LambdaAnswer } from "../../functions/lambda/lambda-answer.ts";
import { streamedEntry } from "../support/aws/lambda-entries.ts";
import { beginStream, installStreamingRuntime, invokeStream, restEvent } from "../support/aws/streaming-runtime.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

installStreamingRuntime();
const service = await testService();
afterAll(() => service.stop());

/** Relays a response of FileMaker Server with this head to a function's answer. */
async function relayed(method: string, contentLength: number) {
  let isAborted = false;
  const outbound = {
    relay(_request: unknown, handler: RelayHandler) {
      queueMicrotask(() => {
        handler.head(200, ["Content-Type", "application/octet-stream", "Content-Length", String(contentLength)]);
        if (method === "HEAD") handler.end();
      });
      return { abort: () => (isAborted = true), pause: () => undefined, resume: () => undefined };
    },
  } as unknown as Outbound;
  const wire = new PassThrough();
  wire.resume();
  const answer = new LambdaAnswer(Object.assign(wire, { setContentType: () => undefined }), method);
  const plan = {
    ...{ outbound, method, path: "/fmi/data", headers: [], body: { content: undefined }, answer, acceptEncoding: "" },
    ...{ outcome: { client: {}, sentBytes: 0 }, clock: { monotonic: () => 0 }, rules: { rewriter: () => undefined } },
    ...{ headersTimeoutMs: 1_000, bodyTimeoutMs: 1_000, prefix: "svc", noStore: false, takeRetry: () => false },
  } as unknown as RelayPlan;
  const ending = await ProxiedExchange.run(plan, false);
  return { ending, isAborted };
}

verifies("runtime:aws:answer-size", async () => {
  expect(maxStreamedBytes).toBe(200_000_000);
  expect(await relayed("GET", 200_000_001)).toMatchObject({
    ending: { kind: "failed", error: { error: "answer_too_large" } },
    isAborted: true,
  });
});

verifies("runtime:aws:answer-size", "the head of a HEAD describes a body of any size", async () => {
  expect((await relayed("HEAD", 200_000_001)).ending).toEqual({ kind: "answered" });
});

verifies("runtime:aws:answer-size", "an answer of our own is refused with its size before it begins", async () => {
  const handler = streamedEntry(
    serve(
      browser,
      () =>
        ({
          downloadHostFile: async () => ({
            status: 200,
            headers: { "Content-Length": "200000001" },
            body: (async function* () {})(),
          }),
        }) as never,
    )(service.runtime.platform as never),
  );
  const key = await service.anAdminKey();
  const headers = { Authorization: `Bearer ${key}`, Accept: "application/json" };
  const answer = await invokeStream(handler, restEvent("GET", "/svc/api/files/download?path=documents/a", { headers }));
  expect(answer.prelude?.statusCode).toBe(502);
  expect(JSON.parse(answer.body.toString()).messages[0].text).toContain("it has 200000001 bytes");
});

verifies("runtime:aws:answer-size", "an answer of unknown length that exceeds it is broken off", async () => {
  const chunk = Buffer.alloc(1_000_000);
  let sent = 0;
  const handler = streamedEntry(async ({ answer }) => {
    answer.writeHead(200, []);
    for (; sent <= 205 && !answer.destroyed; sent += 1)
      if (!answer.write(chunk)) await new Promise((free) => answer.once("drain", free).once("close", free));
    answer.end();
  });
  const { wire, over } = beginStream(handler, restEvent("GET", "/svc/fmi/odata/v4/Contacts"));
  let received = 0;
  wire.on("data", (bytes: Buffer) => (received += bytes.length));
  expect(await over).toBe(false);
  expect(received).toBeGreaterThan(199_000_000);
  expect(received).toBeLessThan(200_001_000);
});
