import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { hooks, worldWithAnswer } from "./support/hooks.ts";

const service = await testService({ sandbox: { world: worldWithAnswer() } });
afterAll(() => service.stop());

const { register, send, received, read, ended, attempted, key } = await hooks(service);
const at = (channel: string) => `/svc/receiver/Contacts/${channel}`;
const { faults } = service.sandbox;
const away = () => faults.set({ kind: "stopped", path: "^/fmi/data" });
const numbers = async (channel: string) => (await received(channel)).map(({ n }: { n: number }) => n);
const post = async (channel: string, n: number) => (await send("POST", at(channel), { json: { n } })).body;

verifies("webhooks:delivery:queued", async () => {
  const { id } = await register("queued");
  away();
  const first = await send("POST", at("queued"), { json: { n: 1 } });
  expect(first.status).toBe(202);
  expect(first.body).toMatchObject({ success: true, queued: true });
  expect((await post("queued", 2)).queued).toBe(true);
  expect(await read(first.body.deliveryId)).toMatchObject({ state: "pending", source: `webhook-${id}` });
  await service.restart();
  faults.clear();
  await service.turn(90_000);
  for (const { id: delivery } of await listed(`webhook-${id}`))
    expect(await ended(delivery)).toMatchObject({ state: "delivered" });
  expect((await numbers("queued")).sort()).toEqual([1, 2]);
});

verifies("webhooks:delivery:refuse", async () => {
  const { id } = await register("refuse", { whenUnavailable: "refuse" });
  away();
  const refused = await send("POST", at("refuse"), { json: { n: 1 } });
  expect(refused.status).toBe(502);
  faults.clear();
  await service.turn(90_000);
  expect((await listed(`webhook-${id}`)).map(({ state }) => state)).toEqual(["failed"]);
  expect((await send("POST", at("refuse"), { json: { n: 2 } })).status).toBe(200);
  expect(await numbers("refuse")).toEqual([2]);
});

verifies("webhooks:delivery:order", async () => {
  const { id } = await register("ordered", { isOrdered: true });
  away();
  const sent = [];
  for (let n = 1; n <= 12; n += 1) sent.push(await post("ordered", n));
  faults.clear();
  // Later events wait for their turn after those.
  sent.push(await post("ordered", 13));
  await service.turn(90_000);
  for (const { deliveryId } of sent) expect(await ended(deliveryId)).toMatchObject({ state: "delivered" });
  expect(await numbers("ordered")).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  expect(await listed(`webhook-${id}`)).toHaveLength(13);
});

verifies("webhooks:delivery:lost-answer", async () => {
  await register("lost", { answerMode: "accepted" });
  // The record is created, but the answer is lost.
  faults.set({ kind: "reset", at: "body", path: "/OttoReceiver/records", method: "POST", times: 1 });
  const { deliveryId } = await post("lost", 1);
  await attempted(deliveryId);
  expect(await numbers("lost")).toEqual([1]);
  await service.turn(6_000);
  expect(await ended(deliveryId)).toMatchObject({ state: "delivered", attempts: 2 });
  expect(await numbers("lost")).toEqual([1]);
});

verifies("webhooks:delivery:schedule", async () => {
  await register("retried", { answerMode: "accepted", script: "Missing" });
  const { deliveryId } = await post("retried", 1);
  const minutes = [0.1, 6, 34, 140, 340, 680, 950, 1350, 1620];
  for (const [at, wait] of minutes.entries()) {
    const { tries, nextAttemptAt } = await attempted(deliveryId, at + 1);
    expect(tries.at(-1)).toMatchObject({ reason: "FileMaker error 104: the script is missing" });
    const ahead = (Date.parse(nextAttemptAt) - Date.parse(tries.at(-1).at)) / 60_000;
    expect(ahead).toBeLessThanOrEqual(wait);
    await service.turn(wait * 60_000);
    await service.turn(31_000);
  }
  expect(await ended(deliveryId)).toMatchObject({ state: "failed", attempts: 10 });
});

verifies("webhooks:delivery:poison", async () => {
  const { id } = await register("poison", { isOrdered: true, layout: "Missing", answerMode: "accepted" });
  const stuck = await post("poison", 1);
  await attempted(stuck.deliveryId);
  await service.admin("PATCH", `/svc/api/webhooks/${id}`, { settings: { layout: "OttoReceiver" } });
  const behind = await post("poison", 2);
  expect((await read(behind.deliveryId)).attempts).toBe(0);
  expect((await service.admin("POST", `/svc/api/deliveries/${stuck.deliveryId}/cancel`)).status).toBe(200);
  await service.turn(31_000);
  expect(await ended(behind.deliveryId)).toMatchObject({ state: "delivered" });
});

verifies("webhooks:delivery:replay", async () => {
  const { id } = await register("replayed", { layout: "Missing" });
  for (const n of [1, 2, 3]) expect((await send("POST", at("replayed"), { json: { n } })).status).toBe(502);
  const failed = await listed(`webhook-${id}`, "&state=failed");
  expect(failed).toHaveLength(3);
  const before = failed[2]?.id ?? "";
  const replay = (body: object) => service.admin("POST", "/svc/api/deliveries/replay", body);
  expect((await replay({ source: `webhook-${id}` })).body.response).toEqual({
    replayed: 3,
    passedOver: 0,
    remaining: false,
  });
  expect((await attempted(before, 2)).id).toBe(before);
  expect(await replay({ ids: [before], source: `webhook-${id}` })).toRefuseWith("input_invalid");

  // The wrong setting is corrected, and failed events arrive.
  await service.admin("PATCH", `/svc/api/webhooks/${id}`, { settings: { layout: "OttoReceiver" } });
  await service.admin("POST", `/svc/api/deliveries/${before}/replay`);
  expect(await ended(before)).toMatchObject({ state: "delivered" });
  expect(await received("replayed")).toEqual([{ n: 1, "request-id": before }]);

  await register("again");
  const { deliveryId } = await post("again", 1);
  expect((await service.admin("POST", `/svc/api/deliveries/${deliveryId}/replay`)).status).toBe(200);
  const done = await attempted(deliveryId, 2);
  expect(done.tries.at(-1)).toMatchObject({ trigger: "replay", reason: null });
  // The script ran again for the existing record.
  expect(await received("again")).toEqual([{ n: 1, "request-id": deliveryId }]);
});

verifies("webhooks:delivery:cancel", async () => {
  const { id } = await register("cancelled");
  away();
  const { deliveryId } = await post("cancelled", 1);
  const inState = async (state: string) => (await listed(`webhook-${id}`, `&state=${state}`)).map((row) => row.id);
  expect([await inState("pending"), await inState("cancelled")]).toEqual([[deliveryId], []]);
  const cancel = () => service.admin("POST", `/svc/api/deliveries/${deliveryId}/cancel`);
  expect((await cancel()).body.response.delivery).toMatchObject({ state: "cancelled" });
  expect([await inState("pending"), await inState("cancelled")]).toEqual([[], [deliveryId]]);
  expect(await cancel()).toRefuseWith("delivery_ended");
  faults.clear();
  await service.turn(90_000);
  expect(await numbers("cancelled")).toEqual([]);
  const unknown = deliveryId.replace(/.$/, (last: string) => (last === "0" ? "1" : "0"));
  expect(await service.admin("POST", `/svc/api/deliveries/${unknown}/cancel`)).toRefuseWith("delivery_not_found");
});

verifies("webhooks:delivery:list", async () => {
  const { id } = await register("listed");
  const source = `webhook-${id}`;
  const sent = [];
  for (let n = 0; n < 7; n += 1) {
    sent.push((await post("listed", n)).deliveryId);
    await service.turn(3_600_000);
  }
  const newestFirst = sent.toReversed();
  expect((await listed(source)).map((row) => row.id)).toEqual(newestFirst);
  const paged: string[] = [];
  for (let cursor = ""; ; ) {
    const { body } = await service.admin(
      "GET",
      `/svc/api/deliveries?source=${source}&limit=2&state=delivered${cursor}`,
    );
    paged.push(...body.response.deliveries.map((row: { id: string }) => row.id));
    if (body.response.cursor === null) break;
    cursor = `&cursor=${body.response.cursor}`;
  }
  expect(paged).toEqual(newestFirst);
  const { createdAt } = await read(sent[3]);
  expect((await listed(source, `&from=${createdAt}`)).map((row) => row.id)).toEqual(newestFirst.slice(0, 4));
  expect((await listed(source, `&to=${createdAt}`)).map((row) => row.id)).toEqual(newestFirst.slice(4));
  expect((await listed(source, `&from=${createdAt}&to=${createdAt}`)).map((row) => row.id)).toEqual([]);
  expect((await listed(source, '&text="N":5')).map((row) => row.id)).toEqual([sent[5]]);
  const large = (await send("POST", at("listed"), { json: { text: `${"x".repeat(50_000)}needle` } })).body.deliveryId;
  expect((await listed(source, "&text=Needle")).map((row) => row.id)).toEqual([large]);
  expect(await listed(source, "&state=failed")).toEqual([]);
  const other = await service.admin(
    "GET",
    `/svc/api/deliveries?source=webhook-999&cursor=${Buffer.from(sent[0]).toString("base64url")}`,
  );
  expect(other).toRefuseWith("input_invalid");
});

verifies("webhooks:delivery:summary", async () => {
  const broken = await register("broken", { layout: "Missing" });
  const whole = await register("whole");
  await post("broken", 1);
  await post("whole", 1);
  await service.turn(1_000);
  const again = (await post("whole", 2)).deliveryId;
  away();
  await post("whole", 3);
  faults.clear();
  const sources = `webhook-${broken.id},webhook-${whole.id},webhook-999`;
  const { body } = await service.admin("GET", `/svc/api/deliveries/summary?sources=${sources}`);
  const [failed, pending, unknown] = body.response.summaries;
  expect(failed).toMatchObject({
    source: `webhook-${broken.id}`,
    failed: 1,
    pending: 0,
    recent: [{ state: "failed" }],
  });
  expect(pending).toMatchObject({ failed: 0, pending: 1 });
  expect(pending.recent.map(({ state }: { state: string }) => state)).toEqual(["pending", "delivered", "delivered"]);
  expect(pending.recent[1]).toMatchObject({ id: again });
  expect(unknown).toEqual({ source: "webhook-999", failed: 0, pending: 0, recent: [] });
  expect(await service.admin("GET", "/svc/api/deliveries/summary?sources=x")).toRefuseWith("input_invalid");
});

verifies("webhooks:delivery:masked", async () => {
  await register("masked");
  const headers = { "X-Gitlab-Token": "very-secret-token", "X-Shop": "bern", Cookie: "a=secret-cookie" };
  const added = {
    Via: "2.0 cloudfront",
    "X-Amz-Cf-Id": "a",
    "X-Amzn-Trace-Id": "Root=1",
    "CloudFront-Viewer-Country": "CH",
  };
  const sent = { ...headers, ...added };
  const { body } = await send("POST", `${at("masked")}?size=L`, { json: { a: 1 }, headers: sent });
  const answer = await service.admin("GET", `/svc/api/deliveries/${body.deliveryId}`);
  const { request, answer: given } = answer.body.response.delivery;
  expect(request).toMatchObject({ target: "/receiver/Contacts/masked?size=L", body: '{"a":1}', isWhole: true });
  expect(request.headers).toContainEqual({ name: "X-Shop", value: "bern" });
  const names = request.headers.map(({ name }: { name: string }) => name.toLowerCase());
  // Headers that aren't the sender's aren't stored.
  for (const name of Object.keys(added)) expect(names).not.toContain(name.toLowerCase());
  expect(given).toMatchObject({ status: 200 });
  for (const secret of ["very-secret-token", "secret-cookie", key]) expect(answer.text).not.toContain(secret);
});

async function listed(source: string, more = ""): Promise<{ id: string; state: string }[]> {
  return (await service.admin("GET", `/svc/api/deliveries?source=${source}${more}`)).body.response.deliveries;
}
