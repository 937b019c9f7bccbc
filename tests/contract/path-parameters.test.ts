import fc from "fast-check";
import { expect, test } from "vitest";
import { ServiceError } from "#shared/contract/errors.ts";
import { parametersOf, withoutPrefix } from "../../functions/edge/routes/routes.ts";

test("a segment is decoded exactly once, for any content", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (one, two) => {
      const path = `/svc/api/${encodeURIComponent(one)}/x/${encodeURIComponent(two)}`;
      expect(parametersOf("/svc/api/{one}/x/{two}", path)).toEqual({ one, two });
    }),
  );
});

test("a doubly encoded segment stays encoded once", () => {
  expect(parametersOf("/svc/{a}", "/svc/%252F")).toEqual({ a: "%2F" });
});

test("a truncated escape, or one that isn't UTF-8, is rejected", () => {
  for (const segment of ["%", "%4", "%zz", "%ff", "%c0%af", "%e2%82", "%ed%a0%80"]) {
    expect(() => parametersOf("/svc/{a}", `/svc/${segment}`)).toThrow(new ServiceError("path_refused"));
  }
});

test("a prefix is one segment with any name", () => {
  expect(withoutPrefix("/svc/api/api-key/{key}")).toBe("/api/api-key/{key}");
  expect(withoutPrefix("/otto/api/api-key/{key}")).toBe("/api/api-key/{key}");
});
