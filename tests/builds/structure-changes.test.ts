import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { structuresIn } from "#shared/builds/compare/packed-structures.ts";
import { fileStructure } from "../../local-agent/builds/compare/file-structure.ts";
import { packedStructures } from "../../local-agent/builds/compare/packed-structures.ts";
import { structureChanges } from "../../local-agent/builds/compare/structure-changes.ts";
import { verifies } from "../support/verifies.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-structure-"));
afterAll(() => rmSync(folder, { recursive: true }));

const utf8 = (text: string) => Buffer.from(text);
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);

/** Returns the structure in a file's XML, between the elements that surround it in all files. */
const read = (catalogs: string, encoded = utf8) => {
  const path = join(folder, "structure.xml");
  const inside = `<Structure membercount="1"><AddAction membercount="5">${catalogs}</AddAction></Structure>`;
  writeFileSync(path, encoded(`<?xml version="1.0"?>\n<FMSaveAsXML File="Any.fmp12">${inside}</FMSaveAsXML>\n`));
  return fileStructure(path, new AbortController().signal);
};
const changes = async (before: string, after: string) => structureChanges(await read(before), await read(after));
const uuid = (name: string, more = "") => `<UUID${more}>${name}</UUID>`;
const fields = (table: string, ...inside: readonly string[]) =>
  `<FieldsForTables><FieldCatalog>${table}<ObjectList>${inside.join("")}</ObjectList></FieldCatalog></FieldsForTables>`;
const steps = (inside: string) =>
  `<ScriptCatalog><Script id="7" name="Send">${uuid("S")}</Script></ScriptCatalog>` +
  `<StepsForScripts><Script><ScriptReference id="7" name="Send" UUID="S"/><ObjectList>${inside}</ObjectList></Script></StepsForScripts>`;

verifies("builds:compare:objects", "an object keeps its UUID under another name and another id", async () => {
  const table = (id: string, name: string) =>
    `<BaseTableCatalog><BaseTable id="${id}" name="${name}">${uuid("T")}</BaseTable></BaseTableCatalog>` +
    fields(`<BaseTableReference id="${id}" name="${name}"/>`, `<Field id="1" name="mail">${uuid("F")}</Field>`);
  expect(await changes(table("129", "People"), table("140", "Persons"))).toMatchObject([
    { kind: "table", changed: 1, changes: [{ change: "changed", name: "Persons", was: "People" }] },
  ]);
});

verifies(
  "builds:compare:objects",
  "without UUIDs, it is matched by its name, then by its id in its table",
  async () => {
    const both = (...inside: readonly string[]) =>
      fields('<BaseTableReference id="1" name="A"/>', ...inside) +
      fields('<BaseTableReference id="2" name="B"/>', '<Field id="1" name="one"/>');
    const before = both('<Field id="1" name="one"/>', '<Field id="2" name="two"/>', '<Field id="3" name="three"/>');
    // The first one is gone, and the others have moved up.
    expect(await changes(before, both('<Field id="1" name="two"/>', '<Field id="2" name="three"/>'))).toMatchObject([
      { kind: "field", added: 0, removed: 1, changed: 0, changes: [{ change: "removed", name: "A::one" }] },
    ]);
    const renamed = both('<Field id="1" name="one"/>', '<Field id="2" name="other"/>', '<Field id="3" name="three"/>');
    expect(await changes(before, renamed)).toMatchObject([
      { kind: "field", changes: [{ change: "changed", name: "A::other", was: "two" }] },
    ]);
  },
);

verifies("builds:compare:objects", "regenerated UUIDs don't count as a change if the name matches", async () => {
  const layout = (id: string, name: string) =>
    `<LayoutCatalog><Layout id="1" name="${name}">${uuid(id)}</Layout></LayoutCatalog>`;
  expect(await changes(layout("A", "List"), layout("B", "List"))).toEqual([]);
  expect(await changes(layout("A", "List"), layout("B", "Form"))).toMatchObject([
    {
      kind: "layout",
      changes: [
        { change: "added", name: "Form" },
        { change: "removed", name: "List" },
      ],
    },
  ]);
});

verifies(
  "builds:compare:objects",
  "attributes that every save changes, and the names of other objects, don't count as changes",
  async () => {
    const step = (name: string, text: string, more = "") =>
      `<Step id="141" index="0" name="${name}"${more}><FieldReference id="3" name="${text}"/></Step>`;
    const before = `${steps(step("Set Field", "mail"))}`;
    const saved = steps(step("Feldwert setzen", "e-mail"))
      .replace("<UUID>", '<UUID modifications="9" userName="Ada" accountName="Admin" timestamp="2026-11-20T09:15:02">')
      .replace("<ObjectList>", '<ObjectList membercount="1">');
    expect(await changes(before, saved)).toEqual([]);
    const off = steps(step("Set Field", "mail", ' enable="False"'));
    expect(await changes(before, off)).toMatchObject([
      { kind: "script", changes: [{ change: "changed", name: "Send" }] },
    ]);
  },
);

verifies("builds:compare:objects", "folders of scripts and layouts are ignored", async () => {
  const folders =
    '<ScriptCatalog><Script id="1" name="Import" isFolder="True"/><Script id="2" name="Read"/>' +
    '<Script id="3" name="--" isFolder="Marker"/><Script id="4" name="-" isSeparatorItem="True"/></ScriptCatalog>';
  const { script } = await read(folders);
  expect(script.map(({ name }) => name)).toEqual(["Read"]);
});

verifies("builds:compare:xml", "the same text in either encoding is the same structure", async () => {
  const long = Array.from({ length: 5_000 }, (_, at) => `<Field id="${at + 1}" name="größe ${at} 日本 😀"/>`);
  const catalog = fields('<BaseTableReference id="1" name="A"/>', ...long);
  const [short, wide] = [await read(catalog), await read(catalog, utf16)];
  expect(short.field).toHaveLength(5_000);
  expect(structureChanges(short, wide)).toEqual([]);
});

verifies("builds:compare:xml", "truncated, damaged, or unrelated XML is rejected", async () => {
  const cut = (text: string) => utf8(text.slice(0, -20));
  await expect(read("<ScriptCatalog/>", cut)).rejects.toThrow(/the XML is damaged/);
  await expect(read("<ScriptCatalog></LayoutCatalog>")).rejects.toThrow(/the XML is damaged/);
  await expect(read("", () => utf8("FileMaker"))).rejects.toThrow(/the XML is damaged/);
  const type = '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>';
  await expect(read("", () => utf8(type))).rejects.toThrow(/document type/);
});

verifies("builds:compare:xml", "characters that XML doesn't allow don't prevent reading the rest", async () => {
  const { script } = await read(steps("<Step id='1'><Text>a\u000bb&#11;</Text></Step>"));
  expect(script).toMatchObject([{ name: "Send" }]);
});

verifies(
  "builds:compare:xml",
  "if there are more changes than a result can hold, all are counted and the first are listed",
  () => {
    const change = (at: number) =>
      ({ change: "added", name: `Table::${(at * 7_919_317_391) % 9_999_991} ${at}` }) as const;
    const names = (count: number) => Array.from({ length: count }, (_, at) => change(at));
    const file = (count: number) => {
      const kind = { kind: "field", added: count, removed: 0, changed: 0, changes: names(count) } as const;
      return { fileName: "Contacts.fmp12", state: "compared", reason: null, kinds: [{ ...kind }] } as const;
    };
    expect(structuresIn(packedStructures([{ ...file(500), kinds: [...file(500).kinds] }]))).toEqual([file(500)]);
    const many = packedStructures([{ ...file(40_000), kinds: [...file(40_000).kinds] }]);
    expect(many.length).toBeLessThanOrEqual(59_000);
    const [kind] = structuresIn(many)[0]?.kinds ?? [];
    expect(kind?.added).toBe(40_000);
    const named = kind?.changes.length ?? 0;
    expect(named).toBeGreaterThan(1_000);
    expect(kind?.changes).toEqual(names(named));
  },
);
