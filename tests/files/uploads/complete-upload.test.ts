import { afterAll, expect, test } from "vitest";
import { deleteOrphanedParts } from "../../../functions/wiring/uploads.ts";
import { trailOf } from "../../support/audit-trail.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aFile, begun, bring, complete, put } from "./support/bring.ts";

const service = await testService();
afterAll(() => service.stop());

const container = "/svc/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records/1/containers/photo/1";
const file = aFile(2_500_000);

verifies("files:upload:completed", "an upload with missing parts isn't complete, and lists them", async () => {
  const key = await service.aKey();
  const { id, parts } = await begun(service, key, file.length);
  const take = () => service.raw("POST", container, { key, headers: { "X-Svc-Upload": id } });
  for (const part of parts.slice(1)) await put(part, file);
  const refused = await complete(service, key, id);
  expect(refused).toRefuseWith("upload_incomplete");
  expect(refused.body.response).toEqual({ missing: [1] });
  expect(await take()).toRefuseLikeFileMaker("upload_incomplete");
  for (const part of parts.slice(0, 1)) await put(part, file);
  expect(await take(), "nobody has said that it is whole").toRefuseLikeFileMaker("upload_incomplete");
  expect(await complete(service, key, id)).toSucceed();
  expect(await complete(service, key, id), "once more").toSucceed();
  expect(await take()).toSucceed();
});

verifies("files:upload:completed", "bytes sent after completion are rejected or ignored", async () => {
  const key = await service.aKey();
  const { id, parts } = await begun(service, key, file.length);
  for (const part of parts) await put(part, file);
  expect(await complete(service, key, id)).toSucceed();
  const [part] = parts;
  if (part === undefined) throw new Error("An upload has a part");
  const late = await put(part, aFile(file.length, "another"));
  const taken = await service.raw("POST", container, { key, headers: { "X-Svc-Upload": id } });
  // This machine's gateway knows which parts are complete and rejects the change; S3 doesn't, so the changed part is detected here.
  if (late.status === 403) expect(taken).toSucceed();
  else expect(taken).toRefuseLikeFileMaker("upload_damaged");
});

verifies("files:upload:deleted", async () => {
  const key = await service.aKey();
  const id = await bring(service, key, file);
  const { blobs } = service.runtime.platform.blobs;
  const names = async () => (await blobs.list({ prefix: "uploads/" }))?.names.filter((name) => name.includes(id));
  expect(await names()).toHaveLength(3);
  expect(await service.raw("DELETE", `/svc/api/uploads/${id}`, { key })).toSucceed();
  await service.settle();
  expect(await names()).toEqual([]);
  expect(await service.raw("GET", `/svc/api/uploads/${id}`, { key })).toRefuseWith("upload_not_found");
  expect(await service.raw("DELETE", `/svc/api/uploads/${id}`, { key })).toRefuseWith("upload_not_found");
});

verifies("files:upload:expired", async () => {
  const key = await service.aKey();
  const id = await bring(service, key, file);
  const { blobs } = service.runtime.platform.blobs;
  const left = async () => (await blobs.list({ prefix: "uploads/" }))?.names.filter((name) => name.includes(id));
  await service.turn(23 * 60 * 60_000);
  expect(await service.raw("GET", `/svc/api/uploads/${id}`, { key })).toSucceed();
  expect(await left()).toHaveLength(3);
  await service.turn(60 * 60_000 + 1_000);
  expect(await service.raw("GET", `/svc/api/uploads/${id}`, { key })).toRefuseWith("upload_not_found");
  expect(await service.raw("POST", container, { key, headers: { "X-Svc-Upload": id } })).toRefuseLikeFileMaker(
    "upload_not_found",
  );
  await deleteOrphanedParts(service.runtime.platform);
  expect(await left()).toEqual([]);
  const entries = () => trailOf(service)(`?action=cleanUpUploads&object=upload:${id}`);
  // The service itself may have deleted it first, and be about to record that.
  while ((await entries()).length === 0) await service.turn(1_000);
  const [entry] = await entries();
  expect(entry).toMatchObject({ actor: "service", outcome: "done", error: null });
});

test("cleanup keeps blobs that aren't part of an upload", async () => {
  const { blobs } = service.runtime.platform.blobs;
  await blobs.put("uploads/readme", bytesOf("not ours"));
  await deleteOrphanedParts(service.runtime.platform);
  expect(await blobs.head("uploads/readme")).toMatchObject({ sizeBytes: 8 });
});

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}
