import { expect } from "vitest";
import { verifies } from "../../support/verifies.ts";
import { aLimiter } from "./support/a-limiter.ts";

const attackers = Array.from({ length: 30 }, (_, index) => `198.51.100.${index + 1}`);
const dayMinutes = 24 * 60;

/** Guesses from one address after another until no guess is checked. Returns the number of checked guesses. */
async function guess({ attempt }: ReturnType<typeof aLimiter>, user: () => string, minute: number): Promise<number> {
  for (let count = 0; ; count += 1) {
    const address = attackers[(minute + count) % attackers.length] as string;
    if ((await attempt(address, user(), "a guess")) === "too_many_attempts") return count;
  }
}

verifies("access:limits:never-shut-out", async () => {
  const limiter = aLimiter();
  const { attempt, minutes } = limiter;
  expect(await attempt("192.0.2.1", "admin", "right")).toBe("accepted");
  let guesses = 0;
  for (let minute = 0; minute < 14 * dayMinutes; minute += 1) {
    guesses += await guess(limiter, () => "admin", minute);
    expect(await attempt("192.0.2.1", "admin", "right"), `minute ${minute}`).toBe("accepted");
    await minutes(1);
  }
  // Twenty at once, and about 200 per day.
  expect(guesses / 14).toBeGreaterThan(200);
  expect(guesses / 14).toBeLessThan(210);
});

verifies("access:limits:never-shut-out", "made-up names never lock out a known client, on any day", async () => {
  const limiter = aLimiter();
  const { attempt, minutes } = limiter;
  expect(await attempt("192.0.2.1", "admin", "right")).toBe("accepted");
  let names = 0;
  for (let minute = 0; minute < dayMinutes / 4; minute += 1) {
    await guess(limiter, () => `name ${names++}`, minute);
    expect(await attempt("192.0.2.1", "admin", "right"), `minute ${minute}`).toBe("accepted");
    await minutes(1);
  }
});

verifies(
  "access:limits:never-shut-out",
  "a known client isn't locked out after weeks in which the administrator is away, up to 30 days",
  async () => {
    const limiter = aLimiter();
    const { attempt, minutes } = limiter;
    expect(await attempt("192.0.2.1", "admin", "right")).toBe("accepted");
    for (let hour = 0; hour < 29 * 24; hour += 1) {
      await guess(limiter, () => "admin", hour);
      await minutes(60);
    }
    await guess(limiter, () => "admin", 0);
    expect(await attempt("192.0.2.1", "admin", "right")).toBe("accepted");
    await minutes(31 * dayMinutes);
    await guess(limiter, () => "admin", 0);
    expect(await attempt("192.0.2.1", "admin", "right")).toBe("too_many_attempts");
  },
);

verifies("access:limits:never-shut-out", "from a new address within 15 minutes of the last guess", async () => {
  const limiter = aLimiter();
  const { attempt, minutes } = limiter;
  let names = 0;
  for (let minute = 0; minute < dayMinutes; minute += 1) {
    await guess(limiter, () => "admin", minute);
    await guess(limiter, () => `name ${names++}`, minute);
    await minutes(1);
  }
  let waited = 0;
  for (; (await attempt("192.0.2.77", "admin", "right")) === "too_many_attempts"; waited += 1) await minutes(1);
  expect(waited).toBeGreaterThan(0);
  expect(waited).toBeLessThanOrEqual(15);
});
