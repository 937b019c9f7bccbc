import { expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { eventStream } from "./support/event-stream.ts";

verifies("processes:events:stream", "a stop closes streams immediately", async () => {
  const service = await testService();
  const stream = await eventStream(service);
  await service.stop();
  expect(await stream.rest()).toContain("retry: 1000");
});
