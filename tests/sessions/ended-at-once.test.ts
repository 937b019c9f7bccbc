import { afterAll, expect } from "vitest";
import { aBrowser } from "../support/http/a-browser.ts";
import { secondAdministrator } from "../support/second-administrator.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

/** True while the index doesn't have the newest items yet. */
const index = { isLate: false };
const service = await testService({
  sandbox: { world: secondAdministrator() },
  decorate(platform) {
    const { table } = platform;
    const query: typeof table.query = async (asked) =>
      index.isLate && asked.index === true ? { items: [] } : table.query(asked);
    return { ...platform, table: { ...table, query } };
  },
});
afterAll(() => service.stop());

const isOpen = async (browser: ReturnType<typeof aBrowser>) =>
  (await browser.call("GET", "/svc/api/session")).status === 200;

verifies("sessions:list:ended-at-once", async () => {
  const [own, other] = [aBrowser(service), aBrowser(service)];
  await own.signIn("second", "second-pass");
  await other.signIn("second", "second-pass");
  await service.turn(1);
  index.isLate = true;
  expect(await own.call("DELETE", "/svc/api/sessions")).toSucceed();
  expect([await isOpen(own), await isOpen(other)]).toEqual([true, false]);
  const later = aBrowser(service);
  await later.signIn("second", "second-pass");
  expect(await isOpen(later)).toBe(true);
  await service.turn(1);

  const admin = aBrowser(service);
  await admin.signIn();
  await admin.call("DELETE", "/svc/api/sessions/others?user=second");
  expect([await isOpen(own), await isOpen(later), await isOpen(admin)]).toEqual([false, false, true]);
  index.isLate = false;
});
