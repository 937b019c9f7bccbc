import { expect } from "vitest";
import { loginThrottle } from "#shared/filemaker/sessions/login-throttle.ts";
import { turnableClock } from "../../support/clocks/turnable-clock.ts";
import { verifies } from "../../support/verifies.ts";

verifies("proxy:logins:limited", "a clock that is set back an hour blocks no login for an hour", async () => {
  const clock = turnableClock();
  let aheadMs = 3_600_000;
  const throttled = loginThrottle({ ...clock, now: () => clock.now() + aheadMs });
  let begun = 0;
  const login = () =>
    throttled(async () => {
      begun += 1;
    });
  const logins = (count: number) => Promise.all(Array.from({ length: count }, login));
  await logins(10);
  aheadMs = 0;
  await logins(10);
  expect(begun).toBe(20);
  const late = logins(1);
  expect(begun).toBe(20);
  await clock.turn(1_000);
  await late;
  expect(begun).toBe(21);
});
