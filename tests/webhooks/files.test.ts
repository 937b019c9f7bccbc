import { createHash, createHmac, randomBytes } from "node:crypto";
import { afterAll, expect } from "vitest";
import { demoWorld } from "../../sandbox/worlds/demo.ts";
import { onAws, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { hooks } from "./support/hooks.ts";

const service = await testService({ sandbox: { world: worldForFiles() } });
afterAll(() => service.stop());

const { register, send, key, ended, attempted } = await hooks(service);
const at = (channel: string) => `/svc/filereceiver/Contacts/${channel}`;
const { faults } = service.sandbox;
const photo = randomBytes(3_000);

/** Returns the demo, whose container accepts two files. */
function worldForFiles() {
  const world = demoWorld();
  const inbox = world.databases?.[0]?.tables?.find(({ name }) => name === "OttoReceiverInbox");
  const file = inbox?.fields.find(({ name }) => name === "File");
  Object.assign(file ?? {}, { repetitions: 2 });
  return world;
}

/** Returns a form as browsers send it. */
async function form(parts: Readonly<Record<string, string | File>>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) data.append(name, value);
  const request = new Request("http://localhost", { method: "POST", body: data });
  const type = request.headers.get("content-type") ?? "";
  return { body: Buffer.from(await request.arrayBuffer()), headers: { "Content-Type": type } };
}

const fileOf = (bytes: Uint8Array, name: string, type: string) => new File([Uint8Array.from(bytes)], name, { type });

const records = "/svc/fmi/data/vLatest/databases/Contacts/layouts/OttoReceiver/records";

/** Returns the records of a channel: payload, and the content of their containers. */
async function inbox(channel: string) {
  const { body } = await service.raw("GET", `${records}?_limit=1000`, { key });
  const rows = (body.response.data as { fieldData: Record<string, string> }[]).filter(
    ({ fieldData }) => fieldData.Channel === channel,
  );
  return Promise.all(
    rows.map(async ({ fieldData }) => ({
      payload: JSON.parse(fieldData.Payload ?? ""),
      files: await Promise.all([1, 2].map((repetition) => contained(fieldData[`File(${repetition})`] ?? ""))),
    })),
  );
}

/** Returns the content at a container's address, which requires its cookie. */
async function contained(url: string): Promise<Buffer | undefined> {
  if (url === "") return undefined;
  const { pathname, search } = new URL(url);
  const first = await service.raw("GET", pathname + search);
  const cookie = String(first.headers["set-cookie"]).split(";")[0] ?? "";
  return (await service.raw("GET", pathname + search, { headers: { Cookie: cookie } })).bytes;
}

const stored = async () => (await service.runtime.platform.blobs.blobs.list({ prefix: "deliveries/" })).names.length;

verifies("webhooks:files:form", async () => {
  await register("uploads", { includeQuery: true }, undefined, true);
  const sent = await form({
    customer: "Zoë & Söhne",
    photo: fileOf(photo, 'Bild "1".png', "image/png"),
    empty: fileOf(Buffer.alloc(0), "leer.txt", "text/plain"),
    note: "last",
  });
  const answer = await send("POST", `${at("uploads")}?shop=bern`, sent);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body).toMatchObject({ success: true, scriptError: 0, scriptResult: { received: true } });
  const [came] = await inbox("uploads");
  expect(came?.payload).toEqual({
    customer: "Zoë & Söhne",
    note: "last",
    files: [
      { name: "photo", fileName: 'Bild "1".png', contentType: "image/png", sizeBytes: 3_000 },
      { name: "empty", fileName: "leer.txt", contentType: "text/plain", sizeBytes: 0 },
    ],
    "request-id": answer.body.deliveryId,
    "request-query": { shop: "bern" },
  });
  expect(came?.files[0]?.equals(photo)).toBe(true);
  expect(came?.files[1]?.length).toBe(0);
});

verifies("webhooks:files:raw", async () => {
  const disposition = "attachment; filename*=UTF-8''Rechnung%20%C3%9C.pdf";
  const headers = { "Content-Type": "application/pdf", "Content-Disposition": disposition };
  const answer = await service.raw("PUT", `${at("invoices")}/${key}`, { body: photo, headers });
  expect(answer.status, answer.text).toBe(200);
  const [came] = await inbox("invoices");
  expect(came?.payload.files).toEqual([
    { name: "", fileName: "Rechnung Ü.pdf", contentType: "application/pdf", sizeBytes: 3_000 },
  ]);
  expect(came?.files[0]?.equals(photo)).toBe(true);
  // It was registered as a file receiver, in addition to a webhook for events of the same channel.
  const { webhooks } = (await service.admin("GET", "/svc/api/webhooks")).body.response;
  expect(webhooks.filter(({ channel }: { channel: string }) => channel === "invoices")).toMatchObject([
    {
      url: "/svc/filereceiver/Contacts.fmp12/invoices",
      useFileReceiver: true,
      settings: { largestBytes: 100_000_000 },
    },
  ]);
  const without = await send("GET", `${at("invoices")}?order=7`);
  expect(without.status, without.text).toBe(200);
  expect((await inbox("invoices"))[1]).toMatchObject({
    payload: { order: "7", files: [] },
    files: [undefined, undefined],
  });
});

verifies("webhooks:files:continued", async () => {
  await register("interrupted", { answerMode: "accepted" }, undefined, true);
  const sent = await form({ one: fileOf(photo, "1.bin", "a/b"), two: fileOf(photo, "2.bin", "a/b") });
  // The second file fails; completed steps aren't repeated.
  faults.set({ kind: "reset", at: "body", path: "/containers/File/2", method: "POST", times: 1 });
  const { deliveryId } = (await send("POST", at("interrupted"), sent)).body;
  await attempted(deliveryId);
  const { byOperation } = service.sandbox.counters;
  const before = { ...byOperation };
  await service.turn(6_000);
  expect(await ended(deliveryId)).toMatchObject({ state: "delivered", attempts: 2 });
  expect(await inbox("interrupted")).toHaveLength(1);
  expect((await inbox("interrupted"))[0]?.files.every((bytes) => bytes?.equals(photo))).toBe(true);
  const calls = (operation: string) => (byOperation[operation] ?? 0) - (before[operation] ?? 0);
  expect(["createRecord", "uploadContainerRepetition", "editRecord"].map(calls)).toEqual([0, 1, 1]);
});

verifies("webhooks:files:container", async () => {
  const check = (containerField: string) =>
    service.admin("POST", "/svc/api/webhooks/check", { filename: "Contacts", key, containerField });
  const point = (answer: Awaited<ReturnType<typeof check>>) =>
    answer.body.response.points.find(({ id }: { id: string }) => id === "container");
  expect(point(await check("file"))).toMatchObject({
    state: "ok",
    text: "The container field file exists, for 2 files",
  });
  expect(point(await check("Channel"))).toMatchObject({ state: "failed", text: "The field Channel isn't a container" });
  expect(point(await check("Nowhere")).remedy).toContain("Add a container field Nowhere");
  await register("three", { answerMode: "accepted" }, undefined, true);
  const sent = await form(
    Object.fromEntries(["a", "b", "c"].map((name) => [name, fileOf(photo, `${name}.bin`, "a/b")])),
  );
  const { deliveryId } = (await send("POST", at("three"), sent)).body;
  expect((await attempted(deliveryId)).reason).toBe("FileMaker error 102: the container File has no repetition 3");
  await service.admin("POST", `/svc/api/deliveries/${deliveryId}/cancel`);
});

verifies("webhooks:files:proof", async () => {
  const secret = "It's a Secret to Everybody";
  await register("signed", { verification: { scheme: "github" } }, secret, true);
  const before = await stored();
  const sent = await form({ photo: fileOf(photo, "a.png", "image/png") });
  const signature = `sha256=${createHmac("sha256", secret).update(sent.body).digest("hex")}`;
  const post = (body: Uint8Array, headers: Record<string, string>) =>
    send("POST", at("signed"), { body, headers: { ...sent.headers, ...headers } });
  expect((await post(sent.body, { "X-Hub-Signature-256": signature })).status).toBe(200);
  const changed = Buffer.concat([sent.body, Buffer.from(" ")]);
  expect(await post(changed, { "X-Hub-Signature-256": signature })).toRefuseWith("webhook_signature_refused");
  expect(await post(sent.body, {})).toRefuseWith("webhook_signature_refused");
  // Nothing of the rejected request is stored.
  expect(await stored()).toBe(before + 1);
});

verifies("webhooks:files:refused", async () => {
  await register("narrow", { largestBytes: 4_000 }, undefined, true);
  const before = await stored();
  const sent = await form({ photo: fileOf(photo, "a.png", "image/png") });
  expect((await send("POST", at("narrow"), sent)).status).toBe(200);
  const large = await send("POST", at("narrow"), { body: randomBytes(4_001) });
  expect(large).toRefuseWith("body_too_large");
  expect(large.body.messages[0].text).toContain("4000 bytes");
  const short = { ...sent, body: sent.body.subarray(0, -30) };
  expect(await send("POST", at("narrow"), short)).toRefuseWith("webhook_form_invalid");
  const nameless = { body: sent.body, headers: { "Content-Type": "multipart/form-data" } };
  expect(await send("POST", at("narrow"), nameless)).toRefuseWith("webhook_form_invalid");
  const packed = { body: photo, headers: { "Content-Encoding": "gzip" } };
  expect(await send("POST", at("narrow"), packed)).toRefuseWith("webhook_type_unsupported");
  expect(await stored()).toBe(before + 1);
  const events = { channel: "events", filename: "Contacts", label: "x", settings: { largestBytes: 10_000_001 } };
  expect(await service.admin("POST", "/svc/api/webhooks", events)).toRefuseWith("input_invalid");
});

verifies("webhooks:files:repeated", async () => {
  await register("twice", { duplicates: { by: "body", hours: 1 } }, undefined, true);
  const first = await send("POST", at("twice"), { body: photo });
  const second = await send("POST", at("twice"), { body: photo });
  expect(second.body).toEqual(first.body);
  expect(await inbox("twice")).toHaveLength(1);
});

verifies("webhooks:files:large", async () => {
  await register("large", { answerMode: "accepted" }, undefined, true);
  // On AWS, a call can carry less.
  const film = randomBytes(onAws ? 3_000_000 : 25_000_000);
  const answer = await send("POST", at("large"), { body: film, headers: { "Content-Type": "video/mp4" } });
  const delivery = await ended(answer.body.deliveryId);
  expect(delivery).toMatchObject({ state: "delivered", sizeBytes: film.length });
  expect(delivery.request).toMatchObject({ isWhole: false });
  const sha = (bytes: Uint8Array | undefined) =>
    createHash("sha256")
      .update(bytes ?? "")
      .digest("hex");
  expect(sha((await inbox("large"))[0]?.files[0])).toBe(sha(film));
});
