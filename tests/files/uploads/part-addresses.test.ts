import { afterAll, expect } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aFile, begun, put } from "./support/bring.ts";

const service = await testService();
afterAll(() => service.stop());

const file = aFile(1_500_000);

async function aPart(sizeBytes = 1_000) {
  const key = await service.aKey();
  const { id, parts } = await begun(service, key, sizeBytes);
  const [part] = parts;
  if (part?.address == null) throw new Error("A part that is missing has an address");
  const received = async () =>
    (await service.raw("GET", `/svc/api/uploads/${id}`, { key })).body.response.parts[0].received as boolean;
  return { key, id, part, address: part.address, received };
}

verifies("files:upload:addresses", "an address needs no other credential, and accepts any content type", async () => {
  const { part, received } = await aPart();
  expect((await put(part, file)).status).toBe(200);
  expect(await received()).toBe(true);
});

verifies("files:upload:addresses", "a body of another length stores nothing", async () => {
  const { address, received } = await aPart();
  for (const sizeBytes of [999, 1_001]) {
    const { status } = await fetch(address, { method: "PUT", body: Buffer.from(file.subarray(0, sizeBytes)) });
    expect([400, 403]).toContain(status);
  }
  expect(await received()).toBe(false);
});

verifies("files:upload:addresses", "a modified address stores nothing", async () => {
  const { address, id, received } = await aPart();
  const body = Buffer.from(file.subarray(0, 1_000));
  for (const changed of [
    address.replace("/0001", "/0002"),
    address.replace(
      id,
      id.replace(/^./, (digit) => (digit === "0" ? "1" : "0")),
    ),
    address.replace(/(expires=|X-Amz-Expires=)(\d+)/i, (_, name: string, value: string) => `${name}${value}0`),
    address.replace(/(signature=)(....)/i, "$1AAAA"),
    address.slice(0, address.indexOf("?")),
  ]) {
    expect(changed).not.toBe(address);
    expect((await fetch(changed, { method: "PUT", body })).status, changed).toBe(403);
  }
  expect(await received()).toBe(false);
});

verifies("files:upload:addresses", "an address accepts only PUT", async () => {
  const { address, part } = await aPart();
  await put(part, file);
  for (const method of ["GET", "DELETE"]) {
    const { status } = await fetch(address, { method });
    expect([403, 405], method).toContain(status);
  }
});
