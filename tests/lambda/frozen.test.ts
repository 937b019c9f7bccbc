import type { APIGatewayProxyEvent } from "aws-lambda";
import { afterAll, expect, test, vi } from "vitest";
import { blobsOnS3, onEvent, onMessages, onStream, queueOnSqs } from "../../functions/aws.ts";
import { afterwards } from "../../functions/wiring/foundation.ts";
import { awsVariables } from "../support/aws-variables.ts";
import { installStreamingRuntime, invokeStream, restEvent } from "../support/streaming-runtime.ts";
import { verifies } from "../support/verifies.ts";

installStreamingRuntime();
for (const [name, value] of Object.entries({
  ...awsVariables,
  JOBS_QUEUE_URL: "https://sqs.example.com/jobs",
  JOBS_QUEUE_ARN: "arn:aws:sqs:eu-central-1:000000000000:jobs",
  DEAD_JOBS_QUEUE_URL: "https://sqs.example.com/dead",
  DEAD_JOBS_QUEUE_ARN: "arn:aws:sqs:eu-central-1:000000000000:dead",
}))
  vi.stubEnv(name, value);
afterAll(() => vi.unstubAllEnvs());

/** Whether an invocation is over by now, where all that it could still do is wait. */
async function isOver(invocation: Promise<unknown>): Promise<boolean> {
  const open = Symbol("open");
  for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate);
  return (await Promise.race([invocation, Promise.resolve(open)])) !== open;
}

const kinds = {
  "a function of our own API": (work: () => void) =>
    onEvent(async () => {
      work();
      return { statusCode: 200, body: "{}" };
    })(restEvent("GET", "/svc/api/info"), {}),
  "a function that streams": (work: () => void) =>
    invokeStream(
      onStream(async ({ answer }) => {
        work();
        answer.writeHead(200, []);
        answer.end("{}");
      }),
      restEvent("GET", "/svc/fmi/data/vLatest/productInfo"),
    ),
  "a function that a queue feeds": (work: () => void) =>
    onMessages(
      () => async () => work(),
      async () => undefined,
      blobsOnS3,
      queueOnSqs,
    )(
      {
        Records: [{ messageId: "1", body: "{}", receiptHandle: "r", attributes: { ApproximateReceiveCount: "1" } }],
      } as never,
      { getRemainingTimeInMillis: () => 900_000 },
    ),
  "a function that a schedule calls": (work: () => void) =>
    onMessages(
      () => async () => undefined,
      async () => work(),
      blobsOnS3,
      queueOnSqs,
    )({}, { getRemainingTimeInMillis: () => 900_000 }),
};

for (const [kind, invoke] of Object.entries(kinds)) {
  verifies("runtime:aws:frozen", `${kind} is not over before what it left behind is done`, async () => {
    const late = Promise.withResolvers<void>();
    const invocation = invoke(() => afterwards().run("a note of use", late.promise));
    expect(await isOver(invocation)).toBe(false);
    late.resolve();
    await invocation;
  });
}

test("a function's answer is its handler's, whatever was left to do", async () => {
  const handler = onEvent(async (event: APIGatewayProxyEvent) => ({ statusCode: 200, body: event.path }));
  expect(await handler(restEvent("GET", "/svc/api/info"), {})).toEqual({ statusCode: 200, body: "/svc/api/info" });
});
