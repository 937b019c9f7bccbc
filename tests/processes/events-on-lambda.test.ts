import { afterAll, expect } from "vitest";
import { lambdaPlatform } from "../../functions/lambda/platform.ts";
import { resource as events } from "../../functions/logs/events.ts";
import { readAwsSettings } from "../../functions/settings/aws.ts";
import { awsVariables } from "../support/aws/aws-variables.ts";
import { handlerOf, streamedEntry } from "../support/aws/lambda-entries.ts";
import { installStreamingRuntime, invokeStream, restEvent } from "../support/aws/streaming-runtime.ts";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

installStreamingRuntime();
const service = await testService();
afterAll(() => service.stop());

const { eventStreamMs } = lambdaPlatform(readAwsSettings(awsVariables)).common;
const handler = streamedEntry(handlerOf(events, { ...service.runtime.platform, eventStreamMs }));
const authorized = { Authorization: adminAccount };

verifies("processes:events:poll", "through Lambda's response streams too, as a complete response", async () => {
  const answer = await invokeStream(handler, restEvent("GET", "/svc/api/events?since=0", { headers: authorized }));
  expect(answer.whole).toBe(true);
  expect(answer.prelude?.statusCode).toBe(200);
  expect(JSON.parse(answer.body.toString()).response).toEqual({ events: [], position: 0, isComplete: true });
  const refused = await invokeStream(handler, restEvent("GET", "/svc/api/events"));
  expect(refused.prelude?.statusCode).toBe(401);
});

verifies(
  "runtime:aws:stream-time",
  "on Lambda, a stream ends completely, long before the function's timeout",
  async () => {
    const headers = { ...authorized, Accept: "text/event-stream", "Last-Event-ID": "0" };
    let isOver = false;
    const streaming = invokeStream(handler, restEvent("GET", "/svc/api/events", { headers })).finally(() => {
      isOver = true;
    });
    const { processId } = (await service.admin("POST", "/svc/api/processes", { kind: "keys.rewrap" })).body.response;
    const begun = service.clock.now();
    while (!isOver) {
      await service.turn(5_000);
      await service.admin("GET", `/svc/api/processes/${processId}`);
    }
    const answer = await streaming;
    expect(service.clock.now() - begun).toBeLessThanOrEqual(65_000);
    expect(answer.whole).toBe(true);
    expect(answer.prelude?.headers["Content-Type"]).toBe("text/event-stream; charset=utf-8");
    expect(answer.body.toString()).toContain(`"object":"process:${processId}"`);
  },
);
