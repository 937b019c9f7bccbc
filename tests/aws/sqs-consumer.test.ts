import type { SQSEvent } from "aws-lambda";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBody, encodeBody } from "#shared/aws/sqs/body.ts";
import { sqsConsumer } from "#shared/aws/sqs/consumer.ts";

function anEvent(...bodies: readonly string[]): SQSEvent {
  return {
    Records: bodies.map((body, index) => ({
      messageId: `m${index}`,
      receiptHandle: `r${index}`,
      body,
      attributes: {
        ApproximateReceiveCount: "3",
        SentTimestamp: "0",
        SenderId: "s",
        ApproximateFirstReceiveTimestamp: "0",
      },
      messageAttributes: {},
      md5OfBody: "",
      eventSource: "aws:sqs",
      eventSourceARN: "arn:aws:sqs:eu-central-1:1:jobs",
      awsRegion: "eu-central-1",
    })),
  };
}

test("one poison message in a batch of ten is the only one that is redelivered", async () => {
  const done: string[] = [];
  const failures: unknown[] = [];
  const consume = sqsConsumer({
    async handle({ body }) {
      done.push(String(JSON.parse(body)));
    },
    failed: (error, { id }) => failures.push([error instanceof SyntaxError, id]),
  });
  const bodies = Array.from({ length: 10 }, (_, index) => (index === 4 ? "no JSON" : String(index)));
  expect(await consume(anEvent(...bodies))).toEqual({ batchItemFailures: [{ itemIdentifier: "m4" }] });
  expect(done.toSorted()).toEqual(["0", "1", "2", "3", "5", "6", "7", "8", "9"]);
  expect(failures).toEqual([[true, "m4"]]);
});

test("a consumer sees the same message as a poller", async () => {
  const seen: unknown[] = [];
  const consume = sqsConsumer({ handle: async (delivery) => void seen.push(delivery), failed: () => {} });
  expect(await consume(anEvent(encodeBody("\u0000")))).toEqual({ batchItemFailures: [] });
  expect(seen).toEqual([{ id: "m0", receipt: "r0", body: "\u0000", receiveCount: 3 }]);
});

test("every text is sent in characters that SQS accepts, and JSON unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const body = encodeBody(text);
      expect(decodeBody(body)).toBe(text);
      // Characters that SendMessage's documentation allows.
      expect(body).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
    }),
  );
  fc.assert(
    fc.property(fc.json(), (text) => encodeBody(text) === text || text.includes("\uffff") || text.includes("\ufffe")),
  );
  expect(decodeBody(encodeBody("base64,eA=="))).toBe("base64,eA==");
});
