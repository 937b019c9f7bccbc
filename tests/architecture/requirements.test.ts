import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { foundations, resources } from "../requirements/groups.ts";
import type { RequirementList } from "../requirements/requirement.ts";
import { requirements } from "../requirements.ts";
import { citationsIn, readCitations } from "./citations.ts";
import { groupOf, printedState, requirementsState } from "./requirements-state.ts";

const list: RequirementList = requirements;
const entries = Object.entries(list);
const citations = readCitations();
const cited = new Set(citations.flatMap(({ id }) => id ?? []));

describe("the tests and the requirements", () => {
  test("every requirement that isn't planned is cited by a test", () => {
    const gaps = entries.filter(([id, { planned }]) => planned === undefined && !cited.has(id));
    expectNone(
      gaps.map(([id, { text, source }]) => `${id}: ${text} (${source})`),
      "requirements that no test cites",
    );
  });

  test("no citation names an unknown requirement", () => {
    const stray = citations.filter(({ id }) => id !== undefined && list[id] === undefined);
    expectNone(
      stray.map(({ id, file }) => `${file} cites ${id}`),
      "citations of requirements that do not exist",
    );
  });

  test("no citation names a planned requirement", () => {
    const early = citations.filter(({ id }) => id !== undefined && list[id]?.planned !== undefined);
    expectNone(
      early.map(({ id, file }) => `${file} cites ${id}: if it is built, take its \`planned\` away`),
      "citations of planned requirements",
    );
  });

  test("every citation writes its id as a literal", () => {
    const hidden = citations.filter(({ id }) => id === undefined);
    expectNone(
      hidden.map(({ file }) => `${file} calls verifies with something else than "group:topic:what"`),
      "citations that cannot be found by reading",
    );
  });
});

describe("the list of requirements", () => {
  const folder = new URL("../requirements/", import.meta.url);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && name !== "groups.ts" && name !== "requirement.ts",
  );

  test("every part is included, and no id occurs twice", async () => {
    const ids = (await Promise.all(names.map(idsOf))).flat();
    expectNone(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      "ids that stand twice",
    );
    expect(ids.toSorted()).toEqual(Object.keys(list).toSorted());
  });

  test("every part is sorted, and its ids start with the part's first word", async () => {
    for (const name of names) {
      const ids = await idsOf(name);
      expect(ids, name).toEqual(ids.toSorted());
      const group = name.replace(/[-./].*$/, "");
      expectNone(
        ids.filter((id) => groupOf(id) !== group),
        `ids of another group in ${name}`,
      );
    }
  });

  test("every id is group:topic:what, of a resource or a foundation", () => {
    const groups: readonly string[] = [...resources, ...foundations];
    expectNone(
      entries.flatMap(([id]) => (/^[a-z]+(:[a-z0-9-]+){2}$/.test(id) && groups.includes(groupOf(id)) ? [] : id)),
      "ids of another form",
    );
  });

  test("every text is a complete sentence, and every requirement has a source", () => {
    expectNone(
      entries.flatMap(([id, { text }]) => (/^\S.+\S\.$/.test(text) ? [] : id)),
      "texts that are not a sentence",
    );
    expectNone(
      entries.flatMap(([id, { source }]) =>
        /^(Specification, "|Promise, |Reliability |Security |https:\/\/)/.test(source) ? [] : id,
      ),
      "sources that name no place",
    );
    const texts = entries.map(([, { text }]) => text);
    expectNone(
      texts.filter((text, index) => texts.indexOf(text) !== index),
      "texts that stand twice",
    );
  });

  test("a planned requirement belongs to the resource that its id names", () => {
    expectNone(
      entries.flatMap(([id, { planned }]) => (planned === undefined || planned === groupOf(id) ? [] : id)),
      "requirements planned for another resource",
    );
  });

  async function idsOf(name: string): Promise<readonly string[]> {
    const part: Readonly<Record<string, RequirementList>> = await import(new URL(name, folder).href);
    return Object.values(part).flatMap((some) => Object.keys(some));
  }
});

describe("the search for citations", () => {
  test("finds calls in any layout and position", () => {
    const source = `
      import { verifies } from "../support/verifies.ts";
      verifies("keys:a:b", async ({ api }: { api: number }) => {});
      describe("x", () => {
        verifies(
          'keys:c:d',
          "a sentence",
          () => {},
        );
      });`;
    expect(citationsIn(source, "x.test.ts").map(({ id }) => id)).toEqual(["keys:a:b", "keys:c:d"]);
  });

  test("ignores comments, strings, and other functions", () => {
    const source = `
      // verifies("keys:a:b", () => {});
      /* verifies("keys:a:b", () => {}); */
      const text = 'verifies("keys:a:b")';
      support.verifies("keys:a:b");
      notVerifies("keys:a:b");`;
    expect(citationsIn(source, "x.test.ts")).toEqual([]);
  });

  test("reports an id that isn't a literal as unreadable", () => {
    expect(citationsIn("for (const id of ids) verifies(id, () => {});", "x.test.ts")).toEqual([
      { id: undefined, file: "x.test.ts" },
    ]);
  });
});

describe("the state per resource", () => {
  const some: RequirementList = {
    "access:a:a": { text: "A.", source: "Promise, a" },
    "keys:a:a": { text: "A.", source: "Promise, a" },
    "keys:a:b": { text: "B.", source: "Promise, a" },
    "keys:a:c": { text: "C.", source: "Promise, a", planned: "keys" },
    "logs:a:a": { text: "A.", source: "Promise, a", planned: "logs" },
  };

  test("counts proven, open, and planned requirements", () => {
    expect(requirementsState(new Set(["keys:a:a"]), some)).toEqual([
      { group: "access", built: 0, open: 1, planned: 0 },
      { group: "keys", built: 1, open: 1, planned: 1 },
      { group: "logs", built: 0, open: 0, planned: 1 },
    ]);
  });

  test("is printed as a table with sums", () => {
    expect(printedState(requirementsState(new Set(["keys:a:a"]), some)).split("\n")).toEqual([
      "        built  open  planned",
      "access      0     1        0",
      "keys        1     1        1",
      "logs        0     0        1",
      "all         1     2        2",
    ]);
  });

  test("includes every requirement", () => {
    const counted = requirementsState(cited).reduce((sum, { built, open, planned }) => sum + built + open + planned, 0);
    expect(counted).toBe(entries.length);
  });
});

function expectNone(found: readonly string[], what: string): void {
  if (found.length > 0) expect.fail(`${found.length} ${what}:\n${found.map((line) => `  - ${line}`).join("\n")}`);
}
