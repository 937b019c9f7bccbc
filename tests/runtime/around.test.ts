import { afterAll, expect, test } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";

const names = new Set<string>();
const home = await testService({
  around(name, run) {
    names.add(name);
    return run();
  },
});
afterAll(() => home.stop());

/** Returns the names of the functions that run during `act`. */
async function during(act: () => Promise<unknown>): Promise<readonly string[]> {
  await home.settle();
  names.clear();
  await act();
  await home.settle();
  return [...names].sort();
}

test("running code is attributed to its function: requests to theirs, and background work to its worker", async () => {
  const key = await home.aKey();
  expect(await during(() => home.aKey({ label: "another" }))).toEqual(["keys"]);
  expect(await during(() => home.raw("GET", recordsPath(), { key }))).toEqual(["proxy"]);
  expect(await during(() => home.admin("GET", "/svc/api/audit"))).toEqual(["keys"]);
  expect(await during(() => home.turn(31_000))).toEqual(["deliveries", "jobs", "logs", "proxy"]);
  expect(await during(() => home.turn(31_000))).toEqual(["deliveries", "jobs", "logs", "proxy"]);
});
