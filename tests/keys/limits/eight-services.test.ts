import { afterAll, expect } from "vitest";
import { readLocalSettings } from "../../../functions/settings/local.ts";
import { type Runtime, startRuntime } from "../../../local-runtime/runtime.ts";
import { call } from "../../support/http/call.ts";
import { recordsPath } from "../../support/http/records-path.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { nextMinute } from "../../usage/support/figures.ts";

const service = await testService({ isOneMachine: true });
const others: Runtime[] = [];
afterAll(async () => {
  await Promise.all(others.map((other) => other.stop()));
  await service.stop();
});

verifies("keys:limits:shared", "sixty requests a minute are sixty with one service, and with eight", async () => {
  const key = await service.aKey({ limits: { callsPerMinute: 60 } });
  /** Calls all services in turn within one minute, and returns the number of allowed calls. */
  const letIn = (calls: number): Promise<number> =>
    service.clock.stand(async () => {
      const addresses = [service.baseUrl, ...others.map(({ baseUrl }) => baseUrl)];
      const answers = await Promise.all(
        Array.from({ length: calls }, (_, place) =>
          call(addresses[place % addresses.length] ?? "", "GET", recordsPath(), { key }),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(new Set(statuses.filter((status) => status !== 200))).toEqual(new Set(statuses.length > 60 ? [429] : []));
      return statuses.filter((status) => status === 200).length;
    });

  await nextMinute(service);
  expect(await letIn(70)).toBe(60);
  await nextMinute(service);
  expect(await letIn(25)).toBe(25);
  const settings = readLocalSettings({
    PORT: "0",
    DATA_DIR: service.dataDir,
    FMS_URL: service.sandbox.origin,
    DISK_FLOOR_MB: "1",
  });
  for (let started = 1; started < 8; started += 1)
    others.push(await startRuntime(settings, service.sandbox.origin, { clock: service.clock }));
  // In the same minute, in which the first service has allowed 25 calls.
  expect(await letIn(96)).toBe(35);
  await nextMinute(service);
  expect(await letIn(96)).toBe(60);
  // All calls go to one service.
  await nextMinute(service);
  await Promise.all(others.splice(0).map((other) => other.stop()));
  expect(await letIn(70)).toBe(60);
});
