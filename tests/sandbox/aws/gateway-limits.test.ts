import { expect, test } from "vitest";
import { renamedHeaders } from "../../../sandbox/aws/gateway/renamed-headers.ts";
import { sizeRefusal } from "../../../sandbox/aws/gateway/request-limits.ts";

const line = "GET /svc/api/key HTTP/1.1\r\n".length;
const padding = (bytes: number) => "x".repeat(bytes - line - "X: \r\n".length);

test("API Gateway accepts a request line and headers of 10,240 bytes, and refuses more", () => {
  const call = { method: "GET", target: "/svc/api/key" };
  expect(sizeRefusal({ ...call, headers: { X: padding(10_240) } })).toBeUndefined();
  expect(sizeRefusal({ ...call, headers: { X: padding(10_241) } })).toBe(431);
  expect(sizeRefusal({ ...call, headers: { X: [padding(6_000), padding(6_000)] } })).toBe(431);
  expect(sizeRefusal({ method: "GET", target: `/${"a".repeat(10_240)}`, headers: {} })).toBe(431);
});

test("API Gateway accepts a body of 10 MB, and refuses more", () => {
  const call = { method: "PUT", target: "/", headers: {} };
  expect(sizeRefusal({ ...call, bodyBytes: 10 * 1024 * 1024 })).toBeUndefined();
  expect(sizeRefusal({ ...call, bodyBytes: 10 * 1024 * 1024 + 1 })).toBe(413);
});

test("API Gateway renames the header of a challenge, and no other", () => {
  expect(renamedHeaders({ "WWW-Authenticate": "Basic", "Content-Type": "text/plain" })).toEqual({
    "x-amzn-Remapped-WWW-Authenticate": "Basic",
    "Content-Type": "text/plain",
  });
  expect(Object.keys(renamedHeaders({ "www-authenticate": "Basic" }))).toEqual(["x-amzn-Remapped-www-authenticate"]);
});
