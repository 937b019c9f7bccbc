import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { hooks } from "./support/hooks.ts";

const service = await testService({ environment: { SERVICE_PREFIX_ALIASES: "otto" } });
afterAll(() => service.stop());
const { register, send, inbox, key } = await hooks(service);
const json = { "Content-Type": "application/json" };

verifies("webhooks:payload:as-sent", async () => {
  const { settings } = await register("raw", { includeRequestId: false });
  expect(settings.includeRequestId).toBe(false);
  for (const body of ['{"b":1.0, "a":{"request-id":"mine"}}', "{ }", '{"request-id":"mine"}', "[1]", '"text"']) {
    const answer = await send("POST", "/svc/receiver/Contacts/raw", { body, headers: json });
    expect(answer.status, answer.text).toBe(200);
    expect((await inbox(answer.body.messageRecordId)).Payload).toBe(body);
  }
  const queried = await send("POST", "/svc/receiver/Contacts/raw?includeQuery&a=1", { body: '{"b":1}', headers: json });
  const { Payload } = await inbox(queried.body.messageRecordId);
  expect(JSON.parse(Payload)).toEqual({ b: 1, "request-query": { a: "1" } });
});

verifies("webhooks:payload:as-sent", "for a channel that an event registers under /otto", async () => {
  const body = '{"b":1}';
  const headers = { ...json, Authorization: `Bearer ${key}` };
  const answer = await service.raw("POST", "/otto/receiver/Contacts.fmp12/unknown", { headers, body });
  expect(answer.status, answer.text).toBe(200);
  expect((await inbox(answer.body.messageRecordId)).Payload).toBe(body);
  const own = await service.raw("POST", "/svc/receiver/Contacts/other", { headers, body });
  expect((await inbox(own.body.messageRecordId)).Payload).toContain("request-id");
});
