import { afterAll, expect } from "vitest";
import { handler as eventsHandler } from "../../functions/events/handler.ts";
import { streamed } from "../../functions/lambda/streamed.ts";
import { adminAccount, house } from "../support/house.ts";
import { installStreamingRuntime, invokeStream, restEvent } from "../support/streaming-runtime.ts";
import { verifies } from "../support/verifies.ts";

installStreamingRuntime();
const home = await house();
afterAll(() => home.stop());

const handler = streamed(eventsHandler(home.runtime.platform));
const authorized = { Authorization: adminAccount };

verifies("processes:events:poll", "through Lambda's response streams too, as a whole answer", async () => {
  const answer = await invokeStream(handler, restEvent("GET", "/svc/api/events?since=0", { headers: authorized }));
  expect(answer.whole).toBe(true);
  expect(answer.prelude?.statusCode).toBe(200);
  expect(JSON.parse(answer.body.toString()).response).toEqual({ events: [], position: 0, isComplete: true });
  const refused = await invokeStream(handler, restEvent("GET", "/svc/api/events"));
  expect(refused.prelude?.statusCode).toBe(401);
});

verifies(
  "processes:events:stream",
  "on Lambda a stream ends whole, long before the function's time is over",
  async () => {
    const headers = { ...authorized, Accept: "text/event-stream", "Last-Event-ID": "0" };
    let isOver = false;
    const streaming = invokeStream(handler, restEvent("GET", "/svc/api/events", { headers })).finally(() => {
      isOver = true;
    });
    const { processId } = (await home.admin("POST", "/svc/api/processes", { kind: "keys.rewrap" })).body.response;
    const begun = home.clock.now();
    while (!isOver) {
      await home.turn(5_000);
      await home.admin("GET", `/svc/api/processes/${processId}`);
    }
    const answer = await streaming;
    expect(home.clock.now() - begun).toBeLessThan(6 * 60_000);
    expect(answer.whole).toBe(true);
    expect(answer.prelude?.headers["Content-Type"]).toBe("text/event-stream; charset=utf-8");
    expect(answer.body.toString()).toContain(`"object":"process:${processId}"`);
  },
);
