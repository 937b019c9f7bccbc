import { afterAll, expect, test } from "vitest";
import { dayOf } from "#shared/license/rules.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { basicAuth, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const { server } = service.sandbox.world;
const minute = 60_000;
const read = async () => (await service.admin("GET", "/svc/api/license")).body.response;

await service.anAdminKey();

/** Turns the clock until this many bytes were sampled. */
const sampled = async (bytes: number) => {
  const counted = async () => {
    const { days } = (await service.admin("GET", "/svc/api/license/days")).body.response;
    return days[0] === undefined ? -1 : Number(days[0].bytes);
  };
  while ((await counted()) < bytes) {
    await service.turn(5 * minute);
    await service.clock.sleep(20);
  }
};

verifies("license:answer:releases", async () => {
  server.license = {
    ...server.license,
    Named_User: 50,
    Expiration_Time: "2027-06-30",
    Annual_Reset_Date: "2025-12-31",
  };
  const { license, users, allowance } = await read();
  expect(license).toEqual({
    ...{ product: "FileMaker Server", version: "22", kind: "users", userLimit: 50 },
    ...{ expiresOn: "2027-06-30", daysLeft: 222 },
  });
  expect(users.connected).toBe(2);
  // This server names an amount, and says that it checks none.
  expect(allowance).toMatchObject({ limitBytes: 240e9, limitSource: "license", isEnforced: false });
  expect(allowance).toMatchObject({ resetsOn: "2026-12-31", daysToReset: 41, forecast: { outcome: "no_limit" } });
});

test("a day is read in the forms of all releases, and never guessed", () => {
  expect(["2036-12-31", "2036-12-31T00:00:00Z", "12/31/2036", "31/12/2036", "5/5/2036"].map(dayOf)).toEqual([
    ...new Array(4).fill("2036-12-31"),
    "2036-05-05",
  ]);
  expect(["Never", "", "04/05/2036", "2036-13-01", "2036-02-30", 0, null, undefined].map(dayOf)).toEqual(
    new Array(8).fill(null),
  );
});

verifies("license:allowance:shares", async () => {
  server.traffic = { ...server.traffic, limitBytes: 1_000_000, since: "2026-11-20", bytesPerDay: 24_000 };
  await sampled(0);
  const key = await service.aKey();
  const records = await service.raw("GET", recordsPath("Contacts"), { key });
  expect(records.status).toBe(200);
  await sampled(2_000);
  const { traffic, allowance } = await read();
  expect(allowance).toMatchObject({ limitBytes: 1_000_000, limitSource: "usage", isEnforced: true });
  expect(allowance.forecast).toEqual({ outcome: "unknown", runsOutOn: null, usedBytesAtReset: null, basedOnDays: 0 });
  expect(traffic.keys).toEqual([
    { key: "data-key:1", bytes: Buffer.byteLength(records.text), share: expect.any(Number) },
  ]);
  const [{ share }] = traffic.keys;
  expect(share + traffic.otherShare).toBeCloseTo(1);
  expect(traffic.otherBytes).toBe(traffic.serverBytes - Buffer.byteLength(records.text));
});

verifies("license:days:listed", async () => {
  const { days } = (await service.admin("GET", "/svc/api/license/days")).body.response;
  expect(days).toEqual([{ day: "2026-11-20", peakUsers: 2, bytes: expect.any(Number) }]);
  const csv = await service.raw("GET", "/svc/api/license/days?from=2026-11-20", {
    headers: { Authorization: basicAuth("admin", "admin-pass"), Accept: "text/csv" },
  });
  expect(csv.text).toMatch(/^day,peakUsers,bytes\r?\n2026-11-20,2,\d+\r?\n$/);
});
