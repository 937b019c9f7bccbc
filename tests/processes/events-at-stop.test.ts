import { expect } from "vitest";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";
import { eventStream } from "./support/event-stream.ts";

verifies("processes:events:stream", "a stop lets streams go at once", async () => {
  const home = await house();
  const stream = await eventStream(home);
  await home.stop();
  expect(await stream.rest()).toContain("retry: 1000");
});
