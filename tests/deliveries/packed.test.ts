import { deflateRawSync } from "node:zlib";
import { expect } from "vitest";
import { inlineBody } from "#shared/deliveries/bodies.ts";
import { packed, unpacked } from "#shared/deliveries/packed.ts";
import { DeliveryRecord } from "#shared/deliveries/record.ts";
import { acceptedDelivery } from "#shared/deliveries/rules.ts";
import { verifies } from "../support/verifies.ts";
import { anEvent } from "./support/a-deliverer.ts";

const id = "webhook-7_019aa0c2f3b47c5d8e9f00112233aabb";
const record = acceptedDelivery(
  { ...anEvent(id), request: { ...anEvent(id).request, body: inlineBody(Buffer.from('{"order":7,"name":"Zoë"}')) } },
  1_763_632_800_000,
);

/** The record above, as this version of the format stores it. Items like it are in tables, so this text never changes. */
const stored = "1q0ZNoWbGZsZGFuC0iyexoqiiabpFsYk2SRgl1WJPOkam2BNOflEKqDSwMteJUcpLzIWUaVH5h1eDy3MikxFyyWFoAAO1AA==";

verifies("webhooks:delivery:packed", () => {
  const fields = packed(record);
  expect(Object.keys(fields)).toEqual(["schema", "state", "packed"]);
  expect(JSON.stringify(fields).length).toBeLessThan(JSON.stringify(record).length / 2);
  expect(unpacked({ sk: id, fields })).toEqual(record);
  expect(unpacked({ sk: id, fields: { schema: 1, state: "pending", packed: stored } })).toEqual(record);
});

verifies("webhooks:delivery:packed", "a large delivery, and one that is stored without compression, are read", () => {
  const large = { ...record, context: JSON.stringify("x".repeat(10_000)) };
  expect(packed(large)).toEqual(large);
  expect(unpacked({ sk: id, fields: packed(large) })).toEqual(large);
  expect(unpacked({ sk: id, fields: record })).toEqual(record);
});

verifies("webhooks:delivery:packed", "fields of the next release are kept", () => {
  const fields = { ...packed(record), schema: 2, later: "from the next release" };
  const read = DeliveryRecord.parse(unpacked({ sk: id, fields }));
  expect(unpacked({ sk: id, fields: packed(read) })).toMatchObject({ schema: 2, later: "from the next release" });
});

verifies("webhooks:delivery:packed", "an item in an unknown format is an error", () => {
  for (const other of ["2abc", 7]) expect(() => unpacked({ sk: id, fields: { packed: other } })).toThrow(TypeError);
  const bomb = `1${deflateRawSync(JSON.stringify({ context: "x".repeat(1_000_000) })).toString("base64")}`;
  expect(() => unpacked({ sk: id, fields: { packed: bomb } })).toThrow(RangeError);
});
