import { expect, test } from "vitest";
import { type ErrorName, errorResources, errors } from "#shared/contract/errors.ts";
import { publishedBeforeRanges, retired } from "./published-errors.ts";

const rangeLength = 25;
const firstRange = 18_300;
const resources = Object.entries(errorResources);
const entries = resources.flatMap(([resource, { newNumbersFrom, errors: own }]) =>
  Object.entries(own).map(([name, { code }]) => ({ resource, name, code, newNumbersFrom })),
);

test("docs/reference/errors.md matches the catalog", async () => {
  await expect(page()).toMatchFileSnapshot("../../docs/reference/errors.md");
});

test("every error has a unique name and number", () => {
  expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
  expect(new Set(entries.map(({ code }) => code)).size).toBe(entries.length);
});

test("a published number keeps its name or is retired", () => {
  for (const [code, name] of publishedBeforeRanges)
    expect(retired.get(code) ?? entries.find((entry) => entry.code === code)?.name, String(code)).toBe(name);
});

test("a retired number is never reused", () => {
  expect(entries.filter(({ code }) => retired.has(code))).toEqual([]);
});

test("a new number is in the range of its resource", () => {
  for (const { name, code, newNumbersFrom } of entries.filter(({ code }) => !publishedBeforeRanges.has(code))) {
    expect(code, name).toBeGreaterThanOrEqual(newNumbersFrom);
    expect(code, name).toBeLessThan(newNumbersFrom + rangeLength);
  }
});

test("the resources' ranges don't overlap, and are above the published numbers and below 20000", () => {
  const starts = resources.map(([, { newNumbersFrom }]) => newNumbersFrom);
  expect(new Set(starts).size).toBe(starts.length);
  for (const start of starts) {
    expect((start - firstRange) % rangeLength).toBe(0);
    expect(start).toBeGreaterThanOrEqual(firstRange);
    expect(start + rangeLength).toBeLessThanOrEqual(20_000);
  }
  for (const code of publishedBeforeRanges.keys()) expect(code).toBeLessThan(firstRange);
});

test("no error uses 422, which this API doesn't return", () => {
  for (const [name, { status }] of Object.entries(errors)) expect(status, name).not.toBe(422);
});

function page(): string {
  const names = entries.toSorted((one, other) => one.code - other.code).map(({ name }) => name as ErrorName);
  const sections = names.map((name) => {
    const { code, status, sentence, cause, remedy, fileMakerCode, fileMakerStatus } = errors[name];
    const onProxies =
      fileMakerCode === undefined ? "" : ` On proxy paths, the code is \`"${fileMakerCode}"\`, FileMaker's own.`;
    const statusOnProxies = fileMakerStatus === undefined ? "" : ` On proxy paths, the status is ${fileMakerStatus}.`;
    return [
      `<a id="${name}"></a>`,
      `## ${name}`,
      "",
      `HTTP ${status}, code ${code}.${onProxies}${statusOnProxies}`,
      "",
      `> ${sentence}.`,
      "",
      `${cause} ${remedy}`,
    ].join("\n");
  });
  return [
    "# Errors",
    "",
    'Every error of the management API is an envelope: `{"messages":[{"code":18030,"text":"…"}],"response":{}}`.',
    'On proxy paths, our own errors have the format of FileMaker\'s Data API: `{"messages":[{"code":"18030","message":"…"}],"response":{}}`.',
    "FileMaker Server's own errors are passed through unchanged, and aren't on this page.",
    "",
    "Published numbers never change their meaning, and all numbers are below 20000. New errors get a number in the range of",
    `their resource: ${resources.map(([resource, { newNumbersFrom: from }]) => `\`${resource}\` ${from}–${from + rangeLength - 1}`).join(", ")}.`,
    `Retired, and never reused: ${[...retired].map(([code, name]) => `${code} (\`${name}\`)`).join(", ")}.`,
    "",
    "| code | HTTP | name |",
    "| --- | --- | --- |",
    ...names.map((name) => `| ${errors[name].code} | ${errors[name].status} | [${name}](#${name}) |`),
    "",
    sections.join("\n\n"),
    "",
  ].join("\n");
}
