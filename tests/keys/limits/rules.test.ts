import { expect } from "vitest";
import { noLimits } from "#shared/contract/values/key-limits.ts";
import { networkRule } from "#shared/http/network-rule.ts";
import { changedLimits } from "#shared/keys/limits/changed-limits.ts";
import { nameRule } from "#shared/keys/limits/name-patterns.ts";
import { dayOf, minuteOf, shareOf } from "#shared/keys/limits/windows.ts";
import { verifies } from "../../support/verifies.ts";

verifies("keys:limits:names", "an asterisk matches any characters, regardless of case and Unicode composition", () => {
  const cases: readonly [pattern: string, name: string, isMatch: boolean][] = [
    ["Web", "web", true],
    ["Web", "Webs", false],
    ["Web*", "Web", true],
    ["Web*", "WEB Orders", true],
    ["*Orders", "Web Orders", true],
    ["*Orders", "Orders 2", false],
    ["W*b*s", "Web Orders", true],
    ["W*b*x", "Web Orders", false],
    ["a*a", "a", false],
    ["a*a", "aa", true],
    ["*", "", true],
    ["a.c", "abc", false],
    ["Stra\u00dfe*", "STRASSE", false],
    ["Gr\u00fc\u00dfe", "Gru\u0308\u00dfe", true],
    ["**", "anything", true],
  ];
  for (const [pattern, name, isMatch] of cases)
    expect(nameRule([pattern])(name), `${pattern} and ${name}`).toBe(isMatch);
  expect(nameRule([])("anything")).toBe(false);
});

verifies("keys:limits:names", "a pattern with many asterisks is rejected without delay", () => {
  const steps = nameRule([`${"a*".repeat(100)}b`]);
  expect(steps("a".repeat(10_000))).toBe(false);
});

verifies("keys:limits:networks", "IPv4 and IPv6 addresses and networks, and IPv4-mapped IPv6", () => {
  const inside = networkRule(["192.0.2.0/24", "198.51.100.7", "2001:db8::/32"]);
  for (const address of ["192.0.2.1", "::ffff:192.0.2.200", "198.51.100.7", "2001:db8:1::9"])
    expect(inside(address), address).toBe(true);
  for (const address of ["192.0.3.1", "198.51.100.8", "2001:db9::1", "::1", "unknown", ""])
    expect(inside(address), address).toBe(false);
});

verifies("keys:limits:days", "a day is that of its time zone, and has 23 or 25 hours when clocks change", () => {
  const hour = 60 * 60_000;
  const lengthOf = (moment: string, timeZone: string | null) => {
    const { startsAt, endsAt } = dayOf(Date.parse(moment), { timeZone });
    return [new Date(startsAt).toISOString(), (endsAt - startsAt) / hour];
  };
  expect(lengthOf("2026-11-20T23:59:59Z", null)).toEqual(["2026-11-20T00:00:00.000Z", 24]);
  expect(lengthOf("2026-11-20T23:30:00Z", "Europe/Berlin")).toEqual(["2026-11-20T23:00:00.000Z", 24]);
  expect(lengthOf("2026-03-29T12:00:00Z", "Europe/Berlin")).toEqual(["2026-03-28T23:00:00.000Z", 23]);
  expect(lengthOf("2026-10-25T12:00:00Z", "Europe/Berlin")).toEqual(["2026-10-24T22:00:00.000Z", 25]);
  expect(lengthOf("2026-11-20T02:00:00Z", "America/New_York")).toEqual(["2026-11-19T05:00:00.000Z", 24]);
  expect(minuteOf(Date.parse("2026-11-20T09:15:59.999Z"))).toEqual({
    startsAt: Date.parse("2026-11-20T09:15:00Z"),
    endsAt: Date.parse("2026-11-20T09:16:00Z"),
  });
});

verifies("keys:limits:shared", "low limits are reserved one by one, higher ones in thirtieths", () => {
  expect([1, 60, 119, 120, 600, 100_000].map(shareOf)).toEqual([1, 1, 1, 4, 20, 3_333]);
});

verifies("keys:limits:set", "a change keeps fields that it doesn't contain, and null removes a limit", () => {
  const some = changedLimits(null, { methods: ["GET"], callsPerMinute: 60 });
  expect(some).toEqual({ ...noLimits, methods: ["GET"], callsPerMinute: 60 });
  expect(changedLimits(some, { callsPerMinute: null })).toEqual({ ...noLimits, methods: ["GET"] });
  expect(changedLimits(some, { callsPerMinute: null, methods: null, timeZone: "Europe/Berlin" })).toBeNull();
  expect(changedLimits(some, undefined)).toBe(some);
  expect(changedLimits(some, null)).toBeNull();
});
