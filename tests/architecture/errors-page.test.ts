import { expect, test } from "vitest";
import { type ErrorName, errorEntry, errors } from "../../shared/contract/errors.ts";

const names = Object.keys(errors) as ErrorName[];

test("docs/reference/errors.md is what the catalogue says", async () => {
  await expect(page()).toMatchFileSnapshot("../../docs/reference/errors.md");
});

test("every error has a number of its own", () => {
  expect(new Set(names.map((name) => errors[name].code)).size).toBe(names.length);
});

test("no error speaks 422, which this API does not use", () => {
  for (const name of names) expect(errors[name].status, name).not.toBe(422);
});

function page(): string {
  const sections = names.map((name) => {
    const { code, status, sentence, cause, remedy, fileMakerCode } = errorEntry(name);
    const onProxies =
      fileMakerCode === undefined ? "" : ` On proxy paths the code is \`"${fileMakerCode}"\`, FileMaker's own.`;
    return [
      `<a id="${name}"></a>`,
      `## ${name}`,
      "",
      `HTTP ${status}, code ${code}.${onProxies}`,
      "",
      `> ${sentence}.`,
      "",
      `${cause} ${remedy}`,
    ].join("\n");
  });
  return [
    "# Errors",
    "",
    'Every refusal of the management API is an envelope: `{"messages":[{"code":18030,"text":"…"}],"response":{}}`.',
    'On proxy paths our own errors wear the shape of FileMaker\'s Data API: `{"messages":[{"code":"18030","message":"…"}],"response":{}}`.',
    "Errors that FileMaker Server answers itself are passed through unchanged; they are not on this page.",
    "",
    "| code | HTTP | name |",
    "| --- | --- | --- |",
    ...names.map((name) => `| ${errors[name].code} | ${errors[name].status} | [${name}](#${name}) |`),
    "",
    sections.join("\n\n"),
    "",
  ].join("\n");
}
