import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { streamed } from "../../functions/lambda/streamed.ts";
import { handler as proxyHandler } from "../../functions/proxy/handler.ts";
import { beginStream, installStreamingRuntime, invokeStream, restEvent } from "../support/aws/streaming-runtime.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

installStreamingRuntime();
const service = await testService();
afterAll(() => service.stop());

const handler = streamed(proxyHandler(service.runtime.platform));
const file = "/svc/fmi/data/vLatest/databases/Contacts.fmp12";
const records = `${file}/layouts/Contacts/records`;
const key = await service.aKey();
const withKey = { Authorization: `Bearer ${key}` };

test("a streamed answer has its head in the prelude and its body behind it", async () => {
  const answer = await invokeStream(handler, restEvent("GET", `${records}?_limit=2`, { headers: withKey }));
  expect(answer.whole).toBe(true);
  expect(answer.prelude).toMatchObject({
    statusCode: 200,
    headers: { "Content-Type": "application/json; charset=utf-8" },
  });
  expect(JSON.parse(answer.body.toString()).response.data).toHaveLength(2);
});

verifies("proxy:compression:asked", "on Lambda, in a stream and as a whole", async () => {
  const plain = await service.raw("GET", `${records}?_limit=100`, { key });
  for (const limit of [100, 20]) {
    const headers = { ...withKey, "Accept-Encoding": "gzip" };
    const answer = await invokeStream(handler, restEvent("GET", `${records}?_limit=${limit}`, { headers }));
    expect(answer).toMatchObject({ whole: true, prelude: { headers: { "Content-Encoding": "gzip" } } });
    const { data } = JSON.parse(gunzipSync(answer.body).toString()).response;
    expect(data).toEqual(plain.body.response.data.slice(0, limit));
  }
});

test("a refusal of ours is a whole answer too", async () => {
  const answer = await invokeStream(handler, restEvent("GET", records));
  expect(answer.prelude?.statusCode).toBe(401);
  expect(JSON.parse(answer.body.toString()).messages[0].code).toBe("10");
});

test("a body that came as base64 reaches FileMaker Server byte for byte", async () => {
  const body = Buffer.from(JSON.stringify({ fieldData: { firstName: "Zoë", lastName: "Lovelace" } }));
  const headers = { ...withKey, "Content-Type": "application/json" };
  const answer = await invokeStream(handler, restEvent("POST", records, { headers, body }));
  const { recordId } = JSON.parse(answer.body.toString()).response;
  const read = await service.raw("GET", `${records}/${recordId}`, { key });
  expect(read.body.response.data[0].fieldData.firstName).toBe("Zoë");
});

test("the query is encoded again by one rule, and a plus and a space stay different", async () => {
  const sort = JSON.stringify([{ fieldName: "id", sortOrder: "descend" }]);
  const target = `${records}?_limit=1&_sort=${encodeURIComponent(sort)}`;
  const answer = await invokeStream(handler, restEvent("GET", target, { headers: withKey }));
  const direct = await service.raw("GET", target, { key });
  expect(JSON.parse(answer.body.toString())).toEqual(direct.body);
});

test("an answer that breaks upstream is torn down, never ended", async () => {
  service.sandbox.faults.set({ kind: "reset", at: "body", times: 1, path: "records" });
  const answer = await invokeStream(handler, restEvent("GET", `${records}?_limit=1000`, { headers: withKey }));
  service.sandbox.faults.clear();
  expect(answer.whole).toBe(false);
});

for (const [what, method, target, headers, status] of [
  ["a HEAD", "HEAD", `${records}?_limit=1`, withKey, 200],
  ["a refused HEAD", "HEAD", records, {}, 401],
] as const) {
  verifies(
    "runtime:aws:streaming",
    `the answer to ${what} has its head, though there is no byte behind it`,
    async () => {
      const answer = await invokeStream(handler, restEvent(method, target, { headers }));
      expect(answer).toMatchObject({ whole: true, prelude: { statusCode: status } });
      expect(answer.body).toHaveLength(0);
    },
  );
}

verifies(
  "runtime:aws:streaming",
  "an invocation whose answer broke off ends with an error, which the runtime tells Lambda behind what was sent",
  async () => {
    service.sandbox.faults.set({ kind: "reset", at: "body", times: 1, path: "records" });
    const { wire, over } = beginStream(
      async (...call: Parameters<typeof handler>) => {
        await expect(handler(...call)).rejects.toThrow("The answer broke off before it was whole");
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
