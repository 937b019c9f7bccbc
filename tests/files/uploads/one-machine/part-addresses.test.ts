import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { rawConnection, rawHead } from "../../../support/http/raw-http.ts";
import { testService } from "../../../support/test-service.ts";
import { until } from "../../../support/until.ts";
import { verifies } from "../../../support/verifies.ts";
import { aFile, begun, bring, complete, put } from "../support/bring.ts";

const service = await testService({ environment: { SERVICE_PREFIX: "keys", SERVICE_PREFIX_ALIASES: "svc" } });
afterAll(() => service.stop());

const file = aFile(1_500_000);

async function aPart(sizeBytes = 1_000) {
  const key = await service.aKey();
  const { id, parts } = await begun(service, key, sizeBytes);
  const [part] = parts;
  if (part?.address == null) throw new Error("A part that is missing has an address");
  const { pathname, search } = new URL(part.address);
  const received = async () =>
    (await service.raw("GET", `/svc/api/uploads/${id}`, { key })).body.response.parts[0].received as boolean;
  return { key, id, part, path: pathname + search, received };
}

verifies(
  "files:upload:addresses",
  "an address is below the service's own prefix, and says why it rejects",
  async () => {
    const { part, path, key, id } = await aPart();
    expect(path).toMatch(/^\/keys\/blobs\/uploads\//);
    expect(await service.raw("PUT", path, { body: "short" })).toRefuseWith("part_size_wrong");
    expect(await service.raw("PUT", path.replace("size=1000", "size=5"), { body: "short" })).toRefuseWith(
      "part_address_refused",
    );
    const chunked = await service.raw("PUT", path, { headers: { "Transfer-Encoding": "chunked" } });
    expect(chunked).toRefuseWith("part_size_wrong");
    const other = await service.raw("GET", path);
    expect(other).toRefuseWith("method_not_allowed");
    expect(other.headers.allow).toBe("PUT");
    const answer = await put(part, file);
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
    expect(answer.headers.get("etag")).toMatch(/^"[0-9a-f]{24}"$/);
    await complete(service, key, id);
    expect(await service.raw("PUT", path, { body: file.subarray(0, 1_000) })).toRefuseWith("part_address_refused");
  },
);

verifies("files:upload:addresses", "an address is valid for an hour, and as long as its upload waits", async () => {
  const { path, key, id, received } = await aPart();
  const body = file.subarray(0, 1_000);
  await service.turn(60 * 60_000 - 10_000);
  expect((await service.raw("PUT", path, { body })).status).toBe(200);
  await service.turn(10_000);
  expect(await service.raw("PUT", path, { body })).toRefuseWith("part_address_refused");
  expect(await received()).toBe(true);

  const gone = await aPart();
  await service.raw("DELETE", `/svc/api/uploads/${gone.id}`, { key: gone.key });
  expect(await service.raw("PUT", gone.path, { body })).toRefuseWith("part_address_refused");
  await service.raw("DELETE", `/svc/api/uploads/${id}`, { key });
});

verifies(
  "files:upload:addresses",
  "a part that is interrupted, or overtaken by the completion, changes nothing",
  async () => {
    const { part, path, key, id, received } = await aPart();
    const head = [`PUT ${path} HTTP/1.1`, ["Host: here.test", "Content-Length: 1000"]] as const;
    const broken = await rawConnection(service.baseUrl);
    broken.send(rawHead(...head));
    broken.send(file.subarray(0, 500));
    broken.socket.destroy();
    const slow = await rawConnection(service.baseUrl);
    slow.send(rawHead(...head));
    slow.send(file.subarray(1_000, 1_500));
    expect(await received()).toBe(false);
    await put(part, file);
    expect(await complete(service, key, id)).toSucceed();
    slow.send(file.subarray(1_500, 2_000));
    expect(await slow.until((text) => text.includes("\r\n\r\n"))).toMatch(/^HTTP\/1.1 403 /);
    const container = "/svc/fmi/data/vLatest/databases/Contacts/layouts/Contacts/records/1/containers/photo/1";
    expect(await service.raw("POST", container, { key, headers: { "X-Keys-Upload": id } })).toSucceed();
    await until(() => drafts().length === 0);
  },
);

verifies(
  "files:upload:expired",
  "expired uploads are deleted from the disk within the hour, without a request",
  async () => {
    const key = await service.aKey();
    const id = await bring(service, key, file);
    const before = await names();
    expect(before.filter((name) => name.includes(id))).toHaveLength(2);
    await service.turn(26 * 60 * 60_000);
    while ((await names()).some((name) => name.includes(id))) await service.turn(60_000);
  },
);

test("uploads survive a restart, and so do the signatures of their addresses", async () => {
  const key = await service.aKey();
  const { id, parts } = await begun(service, key, file.length);
  const [first, second] = parts;
  if (first === undefined || second === undefined) throw new Error("1.5 MB are two parts");
  await put(first, file);
  await service.restart();
  const { pathname, search } = new URL(second.address ?? "");
  const body = file.subarray(second.offset);
  expect((await service.raw("PUT", pathname + search, { body })).status).toBe(200);
  expect(await complete(service, key, id)).toSucceed();
});

async function names(): Promise<readonly string[]> {
  return (await service.runtime.platform.blobs.blobs.list({ prefix: "uploads/" })).names;
}

function drafts(): readonly string[] {
  return readdirSync(join(service.dataDir, "blobs", "~drafts"));
}
