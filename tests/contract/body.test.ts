import { afterAll, expect, test } from "vitest";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const body = JSON.stringify({ databases: ["Contacts"], user: "api", pass: "demo-pass" });
const post = (sent: string | Uint8Array, contentType?: string) =>
  service.raw("POST", "/svc/api/api-key", {
    headers: { Authorization: adminAccount, ...(contentType !== undefined && { "Content-Type": contentType }) },
    body: sent,
  });

verifies("contract:content-type:json", async () => {
  for (const contentType of [
    undefined,
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/xml",
    "application/jsonx",
    "text/json; application/json",
  ]) {
    expect(await post(body, contentType), contentType).toRefuseWith("content_type_unsupported");
  }
});

verifies("contract:content-type:json", "a charset, different case, and a +json type are accepted", async () => {
  for (const contentType of [
    "application/json",
    "Application/JSON; charset=utf-8",
    "application/json;charset=UTF-8",
    "application/vnd.api+json",
  ]) {
    expect((await post(body, contentType)).status, contentType).toBe(200);
  }
});

verifies("contract:content-type:json", "without a body, no content type is required", async () => {
  const key = await service.aKey();
  expect((await service.admin("POST", `/svc/api/api-key/${key}/logout`)).status).toBe(200);
});

test("a body that isn't JSON, UTF-8, or an object is rejected", async () => {
  expect(await post("{", "application/json")).toRefuseWith("json_invalid");
  expect(await post(Buffer.from([0x22, 0xff, 0x22]), "application/json")).toRefuseWith("json_invalid");
  expect(await post('{"user":"a","user":"b"}', "application/json")).toRefuseWith("json_invalid");
  for (const value of ["[]", "null", '"x"', "1"]) {
    expect(await post(value, "application/json")).toRefuseWith("input_invalid");
  }
});

test("a body of 1 MB is accepted, one byte more is rejected", async () => {
  const sized = (bytes: number) => body.replace("{", `{${" ".repeat(bytes - body.length)}`);
  expect(Buffer.byteLength(sized(1_000_000))).toBe(1_000_000);
  expect((await post(sized(1_000_000), "application/json")).status).toBe(200);
  expect(await post(sized(1_000_001), "application/json")).toRefuseWith("body_too_large");
});
