import { afterAll, expect } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { fullCounts } from "./support/full-counts.ts";

const service = await testService();
afterAll(() => service.stop());

const day = 24 * 3_600_000;
const call = (key: string) => service.raw("GET", recordsPath(), { key });
const statuses = async (key: string, calls: number) => {
  const seen: number[] = [];
  for (let count = 0; count < calls; count += 1) seen.push((await call(key)).status);
  return seen;
};
const rotated = async (key: string, overlap: string): Promise<string> => {
  const answer = await service.admin("POST", `/svc/api/api-key/${key}/rotate`, { overlap });
  expect(answer).toSucceed();
  return answer.body.response.key;
};

verifies("keys:limits:rotated", async () => {
  for (const callsPerDay of [5, 300]) {
    await service.turn(day);
    let key = await service.aKey({ limits: { callsPerDay } });
    expect(new Set(await statuses(key, callsPerDay))).toEqual(new Set([200]));
    for (let rotation = 0; rotation < (fullCounts ? 30 : 3); rotation += 1) {
      key = await rotated(key, "none");
      expect(await statuses(key, 1)).toEqual([429]);
    }
    await service.turn(day);
    expect(new Set(await statuses(key, callsPerDay))).toEqual(new Set([200]));
    expect(await statuses(key, 1)).toEqual([429]);
  }
});

verifies("keys:limits:rotated", "both keys of an overlap share the daily limit", async () => {
  const old = await service.aKey({ limits: { callsPerDay: 6 } });
  expect(await statuses(old, 2)).toEqual([200, 200]);
  const next = await rotated(old, "24h");
  expect(await statuses(next, 2)).toEqual([200, 200]);
  expect(await statuses(old, 2)).toEqual([200, 200]);
  expect([...(await statuses(next, 1)), ...(await statuses(old, 1))]).toEqual([429, 429]);
});
