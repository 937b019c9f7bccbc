import { readdirSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { verifies } from "../../support/verifies.ts";
import { breakingChanges } from "./breaking-changes.ts";
import type { CompactApi } from "./compact-api.ts";
import { apiFile, currentApi, keptApi } from "./kept-api.ts";
import { compatible, seededBreaks } from "./seeded-changes.ts";

const releases = readdirSync(new URL(".", import.meta.url))
  .map((name) => /^api-(.*)\.json$/.exec(name)?.[1])
  .filter((release) => release !== undefined);
/** Breaks that a release makes on purpose, with their reasons. */
const intended: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL("intended-breaks.json", import.meta.url), "utf8"),
);
const now = currentApi();
const copy = (): CompactApi => structuredClone(now);

verifies("contract:stable:releases", async () => {
  expect(releases.length).toBeGreaterThan(0);
  const found = new Set(releases.flatMap((release) => breakingChanges(keptApi(release), now)));
  expect([...found].filter((change) => intended[change] === undefined)).toEqual([]);
  // A listed break that no longer happens would hide the same one later.
  expect(Object.keys(intended).filter((change) => !found.has(change))).toEqual([]);
  for (const reason of Object.values(intended)) expect(reason.length).toBeGreaterThan(20);
  expect(Object.keys(now.operations).length).toBeGreaterThan(300);
});

test.each(Object.entries(seededBreaks))("a release that %s is found", (_name, { change, found }) => {
  const changed = copy();
  change(changed);
  const changes = breakingChanges(now, changed);
  expect(changes).toContain(found);
  // Nothing else is reported.
  expect(changes.filter((one) => !one.startsWith(found.split(":", 1)[0] as string))).toEqual([]);
});

test.each(Object.entries(compatible))("a release that %s breaks no client", (_name, change) => {
  const changed = copy();
  change(changed);
  expect(changed).not.toEqual(now);
  expect(breakingChanges(now, changed)).toEqual([]);
});

test("an unchanged API has no breaks, and at least 20 kinds of breaks are tried", () => {
  expect(breakingChanges(now, copy())).toEqual([]);
  expect(Object.keys(seededBreaks).length).toBeGreaterThanOrEqual(20);
});

test.each(releases)("the kept API of %s stays small enough to review", (release) => {
  expect(statSync(apiFile(release)).size).toBeLessThan(300_000);
});
