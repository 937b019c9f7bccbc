import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fragmentBytes, payloadBytes } from "#shared/agent/protocol/frame.ts";
import { partBytesOf } from "#shared/aws/s3/stored-transfers.ts";
import { maxDelaySeconds } from "#shared/ports/limits/queue-limits.ts";
import { type AwsLimit, overdueLimits } from "../../scripts/aws-limits/rules.ts";
import { awsLimits, enforced, guideSections, limitsPage } from "../../scripts/aws-limits.ts";
import { incompleteLimits, unlistedQuantities } from "./limit-rules.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const exists = (path: string) => existsSync(new URL(path, root));

test("docs/reference/aws-limits.md matches the rows", async () => {
  await expect(limitsPage()).toMatchFileSnapshot("../../docs/reference/aws-limits.md");
});

test("each row has AWS's page, a file that relies on it, and a test", () => {
  expect(incompleteLimits(awsLimits, exists)).toEqual([]);
  const [row] = awsLimits as [AwsLimit];
  expect(incompleteLimits([{ ...row, test: "tests/none.test.ts" }], exists)).toHaveLength(1);
  expect(incompleteLimits([{ ...row, page: "" }], exists)).toHaveLength(1);
});

test("each quantity that a guide names has a row or is our own", () => {
  for (const section of guideSections) {
    expect(unlistedQuantities(read(section.guide), section, awsLimits), section.guide).toEqual([]);
    expect(Object.values(section.own).filter((path) => !exists(path))).toEqual([]);
  }
  const section = { guide: "", heading: "## A", own: {} };
  const text = "## A\n- Lambda allows 300 MB.\n\n## B\nAnother allows 7 MB.";
  expect(unlistedQuantities(text, section, awsLimits)).toEqual(["300 MB"]);
});

test("each rule that is applied on one machine names the file that applies it", () => {
  expect(enforced.filter(([, by]) => !exists(by))).toEqual([]);
});

test("a row has a date only if it was compared, and is shown without one otherwise", () => {
  const [undated, dated] = [undefined, "2026-11-28"].map((day) => awsLimits.find(({ checkedOn }) => checkedOn === day));
  expect(limitsPage()).toContain(
    `${dated?.service}: ${dated?.limit} | ${dated?.value} | [AWS](${dated?.page}) | 2026-11-28 |`,
  );
  expect(limitsPage()).toContain(
    `${undated?.service}: ${undated?.limit} | ${undated?.value} | [AWS](${undated?.page}) |  |`,
  );
  expect(overdueLimits([undated as AwsLimit], "2100-01-01")).toEqual([]);
});

test("no row is a year older than the row checked last", () => {
  const days = awsLimits.flatMap(({ checkedOn }) => checkedOn ?? []).toSorted();
  expect(overdueLimits(awsLimits, days.at(-1) ?? "")).toEqual([]);
  const [row] = awsLimits as [AwsLimit];
  const old = { ...row, checkedOn: "2026-01-10" };
  expect(overdueLimits([old], "2027-01-10")).toEqual([]);
  expect(overdueLimits([old], "2027-01-12")).toEqual(["API Gateway: request line and headers"]);
});

test("the figures of the scale guide are within the quotas", () => {
  const [callsPerSecond, secondsPerCall] = [1_000, 0.06];
  expect(callsPerSecond * secondsPerCall).toBeLessThanOrEqual(1_000);
  expect(callsPerSecond / 10_000).toBe(0.1);
  // A key is read again every five seconds by each instance.
  expect((callsPerSecond * secondsPerCall) / 5).toBeLessThan(12_000);
});

test("messages of the agent's link fit API Gateway's frames and messages", () => {
  expect(fragmentBytes).toBeLessThanOrEqual(32 * 1024);
  expect(payloadBytes).toBeLessThanOrEqual(128 * 1024);
});

test("files of any size fit S3's parts", () => {
  for (const sizeBytes of [1, 5e9, 3.3e11, 5e12, 5e13]) {
    const partBytes = partBytesOf(sizeBytes);
    expect(Math.ceil(sizeBytes / partBytes)).toBeLessThanOrEqual(10_000);
    expect(partBytes).toBeGreaterThanOrEqual(5 * 1024 * 1024);
    expect(partBytes).toBeLessThan(5 * 1024 ** 3);
  }
});

test("the queue's longest delay is that of SQS", () => {
  expect(maxDelaySeconds).toBe(900);
});
