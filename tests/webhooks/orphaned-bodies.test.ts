import { afterAll, expect } from "vitest";
import { deleteOrphanedBodiesOf } from "../../functions/wiring/deliveries.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { hooks } from "./support/hooks.ts";

const service = await testService();
afterAll(() => service.stop());

const { register, send } = await hooks(service);
const dayMs = 24 * 3_600_000;

verifies("webhooks:delivery:body-kept", async () => {
  const { platform } = service.runtime;
  const kept = async () => (await platform.blobs.blobs.list({ prefix: "deliveries/" })).names.length;
  await register("short", { retentionDays: 1 });
  await register("long", { retentionDays: 30 });
  for (const channel of ["short", "long"])
    await send("POST", `/svc/receiver/Contacts/${channel}`, { json: { text: "x".repeat(150_000) } });
  await service.settle();
  expect(await deleteOrphanedBodiesOf(platform)).toBe(0);
  expect(await kept()).toBe(2);
  // Bodies that one machine deletes automatically within the hour are deleted here at once.
  await service.turn(1.5 * dayMs);
  await deleteOrphanedBodiesOf(platform);
  expect(await kept()).toBe(1);
});
