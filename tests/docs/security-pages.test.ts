import { existsSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { requirements } from "../requirements.ts";
import { verifies } from "../support/verifies.ts";
import { asvsLevels } from "./asvs-levels.ts";

const docs = new URL("../../docs/", import.meta.url);
const page = (name: string) => readFileSync(new URL(name, docs), "utf8");
const lines = [...page("security.md").matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| (.+) \|$/gm)].map(
  ([, number = "", level = "", asked = "", answer = ""]) => ({ number, level: Number(level), asked, answer }),
);

/** Returns the names in backticks in a text, by kind. */
function namedIn(text: string) {
  const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = ""]) => name);
  return {
    ids: named.filter((name) => /^[a-z-]+:[a-z0-9-]+:[a-z0-9-]+$/.test(name)),
    tests: named.filter((name) => name.startsWith("tests/")),
    links: [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target = ""]) => target),
  };
}

verifies("contract:security:asvs", "each number has one line, with its level", () => {
  expect(lines.map(({ number }) => number)).toEqual(Object.keys(asvsLevels));
  for (const { number, level } of lines) expect(level, number).toBe(asvsLevels[number]);
  expect(lines.filter(({ level }) => level === 1)).toHaveLength(70);
  expect(lines).toHaveLength(253);
});

verifies("contract:security:asvs", "a line has tests, a document, or a reason", () => {
  const reason = /^(?:Not applicable|Operator|Open(?: in part| by specification)?): .{12,}\.$/;
  for (const { number, asked, answer } of lines) {
    const { ids, tests, links } = namedIn(answer);
    const isDocumented = /^Documented(?: here)?: /.test(answer) && ids.length + links.length > 0;
    const isHeld = !/^(?:Documented|Not applicable|Operator|Open)/.test(answer) && ids.length + tests.length > 0;
    expect(isDocumented || isHeld || reason.test(answer), `${number}: ${answer}`).toBe(true);
    expect(asked.length, number).toBeLessThan(100);
  }
});

verifies("contract:security:asvs", "everything that the pages name exists", () => {
  for (const name of ["security.md", "threat-model.md"]) {
    const { ids, tests, links } = namedIn(page(name));
    expect(ids.length).toBeGreaterThan(30);
    expect(
      ids.filter((id) => !Object.hasOwn(requirements, id)),
      name,
    ).toEqual([]);
    expect(
      tests.filter((file) => !existsSync(new URL(`../${file}`, docs))),
      name,
    ).toEqual([]);
    expect(
      links.filter((target) => !existsSync(new URL(target, docs))),
      name,
    ).toEqual([]);
  }
});

verifies("contract:security:asvs", "the counts above the table match its lines", () => {
  const counted = (name: string) =>
    Number(new RegExp(`^\\| ${name}[^|]* \\| (\\d+) \\|$`, "m").exec(page("security.md"))?.[1]);
  const beginning = (word: string) => lines.filter(({ answer }) => answer.startsWith(word)).length;
  expect(counted("documented")).toBe(beginning("Documented"));
  expect(counted("up to the operator")).toBe(beginning("Operator"));
  expect(counted("not applicable")).toBe(beginning("Not applicable"));
  expect(counted("open")).toBe(beginning("Open"));
  const others = ["Documented", "Operator", "Not applicable", "Open"].reduce((sum, word) => sum + beginning(word), 0);
  expect(counted("verified by tests")).toBe(lines.length - others);
});

verifies("contract:security:promises", () => {
  const text = readFileSync(new URL("../SECURITY.md", docs), "utf8");
  const [, promises = ""] = /## What Latchkey promises\n([\s\S]*?)\n## /.exec(text) ?? [];
  const sentences = promises.match(/^- .+$/gm) ?? [];
  expect(sentences.length).toBeGreaterThanOrEqual(5);
  for (const sentence of sentences) {
    const { ids } = namedIn(sentence);
    expect(ids, sentence).not.toEqual([]);
    expect(
      ids.filter((id) => !Object.hasOwn(requirements, id)),
      sentence,
    ).toEqual([]);
  }
});
