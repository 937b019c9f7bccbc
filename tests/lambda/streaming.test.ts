import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { resource as proxy } from "../../functions/proxy/proxy.ts";
import { handlerOf, streamedEntry } from "../support/aws/lambda-entries.ts";
import { beginStream, installStreamingRuntime, invokeStream, restEvent } from "../support/aws/streaming-runtime.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

installStreamingRuntime();
const service = await testService();
afterAll(() => service.stop());

const handler = streamedEntry(handlerOf(proxy, service.runtime.platform));
const file = "/svc/fmi/data/vLatest/databases/Contacts.fmp12";
const records = `${file}/layouts/Contacts/records`;
const key = await service.aKey();
const withKey = { Authorization: `Bearer ${key}` };

test("a streamed response has its headers in the prelude, followed by its body", async () => {
  const answer = await invokeStream(handler, restEvent("GET", `${records}?_limit=2`, { headers: withKey }));
  expect(answer.whole).toBe(true);
  expect(answer.prelude).toMatchObject({
    statusCode: 200,
    headers: { "Content-Type": "application/json; charset=utf-8" },
  });
  expect(JSON.parse(answer.body.toString()).response.data).toHaveLength(2);
});

verifies("proxy:compression:asked", "on Lambda, streamed and complete", async () => {
  const plain = await service.raw("GET", `${records}?_limit=100`, { key });
  for (const limit of [100, 20]) {
    const headers = { ...withKey, "Accept-Encoding": "gzip" };
    const answer = await invokeStream(handler, restEvent("GET", `${records}?_limit=${limit}`, { headers }));
    expect(answer).toMatchObject({ whole: true, prelude: { headers: { "Content-Encoding": "gzip" } } });
    const { data } = JSON.parse(gunzipSync(answer.body).toString()).response;
    expect(data).toEqual(plain.body.response.data.slice(0, limit));
  }
});

test("an error of our own is a complete response too", async () => {
  const answer = await invokeStream(handler, restEvent("GET", records));
  expect(answer.prelude?.statusCode).toBe(401);
  expect(JSON.parse(answer.body.toString()).messages[0].code).toBe("10");
});

test("a base64 body reaches FileMaker Server byte for byte", async () => {
  const body = Buffer.from(JSON.stringify({ fieldData: { firstName: "Zoë", lastName: "Lovelace" } }));
  const headers = { ...withKey, "Content-Type": "application/json" };
  const answer = await invokeStream(handler, restEvent("POST", records, { headers, body }));
  const { recordId } = JSON.parse(answer.body.toString()).response;
  const read = await service.raw("GET", `${records}/${recordId}`, { key });
  expect(read.body.response.data[0].fieldData.firstName).toBe("Zoë");
});

test("the query is re-encoded by one rule, and a plus and a space stay different", async () => {
  const sort = JSON.stringify([{ fieldName: "id", sortOrder: "descend" }]);
  const target = `${records}?_limit=1&_sort=${encodeURIComponent(sort)}`;
  const answer = await invokeStream(handler, restEvent("GET", target, { headers: withKey }));
  const direct = await service.raw("GET", target, { key });
  expect(JSON.parse(answer.body.toString())).toEqual(direct.body);
});

test("a response that fails upstream is aborted, never ended", async () => {
  service.sandbox.faults.set({ kind: "reset", at: "body", times: 1, path: "records" });
  const answer = await invokeStream(handler, restEvent("GET", `${records}?_limit=1000`, { headers: withKey }));
  service.sandbox.faults.clear();
  expect(answer.whole).toBe(false);
});

for (const [what, method, target, headers, status] of [
  ["a HEAD", "HEAD", `${records}?_limit=1`, withKey, 200],
  ["a rejected HEAD", "HEAD", records, {}, 401],
] as const) {
  verifies("runtime:aws:streaming", `the response to ${what} has its headers, even without a body`, async () => {
    const answer = await invokeStream(handler, restEvent(method, target, { headers }));
    expect(answer).toMatchObject({ whole: true, prelude: { statusCode: status } });
    expect(answer.body).toHaveLength(0);
  });
}

verifies(
  "runtime:aws:streaming",
  "an invocation whose response was aborted ends with an error, which the runtime reports to Lambda after the sent data",
  async () => {
    service.sandbox.faults.set({ kind: "reset", at: "body", times: 1, path: "records" });
    const { wire, over } = beginStream(
      async (...call: Parameters<typeof handler>) => {
        await expect(handler(...call)).rejects.toThrow("The response was interrupted before it was whole");
        // The runtime waits for the end of a destroyed stream for as long as the function may run.
        expect(wire.destroyed).toBe(false);
      },
      restEvent("GET", `${records}?_limit=1000`, { headers: withKey }),
    );
    wire.resume();
    await over;
    service.sandbox.faults.clear();
  },
);
