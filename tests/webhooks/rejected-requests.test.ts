import { afterAll, expect } from "vitest";
import type { LogRecord } from "#shared/logs/contract.ts";
import { receiverLog, rejectedRequests } from "../../console/src/features/webhooks/rejected-search.ts";
import { mistyped } from "../support/mistyped.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { hooks } from "./support/hooks.ts";

const service = await testService();
afterAll(() => service.stop());
const { key, send, register } = await hooks(service);
await register("orders");

verifies("webhooks:console:rejected", async () => {
  const at = "/svc/receiver/Contacts/orders";
  const [json, type] = ['{"order":', { "Content-Type": "application/json" }];
  expect(await service.raw("POST", `${at}/${mistyped(key)}`, { json: {} })).toRefuseWith("key_unknown");
  expect((await send("POST", "/svc/receiver/contacts.fmp12/orders", { body: json, headers: type })).status).toBe(400);
  expect((await send("POST", "/svc/receiver/Contacts/other", { body: json, headers: type })).status).toBeGreaterThan(
    399,
  );
  await service.logs();
  const query = new URLSearchParams({
    text: rejectedRequests({ database: "Contacts.fmp12", channel: "orders" }),
    isPattern: "true",
  });
  const found = await service.admin("GET", `/svc/api/logs/${receiverLog}/search?${query}`);
  expect(found).toSucceed();
  const lines = found.body.response.records.map(({ columns: { status, reason, address } }: LogRecord) => [
    status,
    reason,
    address,
  ]);
  expect(lines).toEqual([
    ["400", expect.stringMatching(/JSON/), "127.0.0.1"],
    ["401", expect.stringMatching(/key/i), "127.0.0.1"],
  ]);
  expect(JSON.stringify(found.body)).not.toContain(mistyped(key));
});

verifies("webhooks:console:rejected", "names are searched literally", () => {
  const pattern = rejectedRequests({ database: "A.(b)+.fmp12", channel: "x|y" });
  const line = (file: string, channel: string) => JSON.stringify({ outcome: "refused", status: 401, file, channel });
  expect(line("A.(b)+", "x|y")).toMatch(new RegExp(pattern));
  expect(line("A.(b)+.fmp12", "x|y")).toMatch(new RegExp(pattern));
  expect(line("AA(b)+", "x|y")).not.toMatch(new RegExp(pattern));
  expect(line("A.(b)+", "x")).not.toMatch(new RegExp(pattern));
});
