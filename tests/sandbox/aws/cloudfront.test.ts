import { expect, test } from "vitest";
import { errorCache } from "../../../sandbox/aws/cloudfront/error-cache.ts";
import { firstByte } from "../../../sandbox/aws/cloudfront/first-byte.ts";

test("CloudFront waits 60 seconds for the first byte, and doesn't stop the function", async () => {
  const sleeps: number[] = [];
  let isOver = false;
  const slow = Promise.withResolvers<number>();
  const head = slow.promise.then((status) => {
    isOver = true;
    return status;
  });
  const sleep = async (milliseconds: number) => void sleeps.push(milliseconds);
  expect(await firstByte(head, { sleep })).toBeUndefined();
  expect([sleeps, isOver]).toEqual([[60_000], false]);
  slow.resolve(200);
  expect(await head).toBe(200);
  expect(isOver).toBe(true);
  const late = () => new Promise<void>(() => undefined);
  expect(await firstByte(Promise.resolve(200), { seconds: 120, sleep: late })).toBe(200);
});

test("CloudFront caches errors by address for ten seconds, unless the distribution says otherwise", () => {
  let now = 0;
  const usual = errorCache({ minSeconds: {}, now: () => now });
  usual.put("/svc/a", { status: 500 });
  usual.put("/svc/b", { status: 401 });
  usual.put("/svc/c", { status: 200 });
  usual.put("/svc/d", { status: 416 });
  expect(["/svc/a", "/svc/b", "/svc/c", "/svc/d"].map((address) => usual.get(address)?.status)).toEqual([
    500,
    undefined,
    undefined,
    undefined,
  ]);
  now = 9_999;
  expect(usual.get("/svc/a")?.status).toBe(500);
  now = 10_000;
  expect(usual.get("/svc/a")).toBeUndefined();
  const none = errorCache({ minSeconds: { 500: 0, 404: 0 }, now: () => now });
  none.put("/svc/a", { status: 500 });
  expect(none.get("/svc/a")).toBeUndefined();
});
