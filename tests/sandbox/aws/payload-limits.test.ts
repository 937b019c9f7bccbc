import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, test } from "vitest";
import { maxStreamedBytes } from "#shared/ports/limits/answer-limits.ts";
import {
  maxPayloadBytes,
  maxStreamBytes,
  payloadRefusal,
  streamedMs,
  streamLimit,
} from "../../../sandbox/aws/lambda/payload-limits.ts";

test("Lambda refuses events and buffered answers above 6 MB", () => {
  const body = "x".repeat(maxPayloadBytes - '{"body":""}'.length);
  expect(payloadRefusal({ event: { body } })).toBeUndefined();
  expect(payloadRefusal({ answer: { body } })).toBeUndefined();
  expect(payloadRefusal({ event: { body: `${body}x` } })).toBe(413);
  expect(payloadRefusal({ answer: { body: `${body}x` } })).toBe(502);
});

test("a request body that the service accepts fits an event in base64", () => {
  const largestBodyBytes = 4_400_000;
  const event = { headers: { Cookie: "x".repeat(10_240) }, body: Buffer.alloc(largestBodyBytes).toString("base64") };
  expect(payloadRefusal({ event })).toBeUndefined();
});

test("Lambda breaks a streamed answer at its limit", async () => {
  const received: number[] = [];
  const answer = Readable.from(Array.from({ length: 12 }, () => Buffer.alloc(100)));
  const limited = streamLimit(1_000).on("data", (chunk: Buffer) => received.push(chunk.length));
  await expect(pipeline(answer, limited)).rejects.toThrow("at its limit");
  expect(received.length).toBeLessThanOrEqual(10);
});

test("the service refuses before Lambda's limit, and the largest answer takes less than two minutes", () => {
  expect(maxStreamedBytes).toBeLessThan(maxStreamBytes);
  expect(streamedMs(1_000_000)).toBe(0);
  expect(streamedMs(maxStreamBytes)).toBe(97_000);
});
