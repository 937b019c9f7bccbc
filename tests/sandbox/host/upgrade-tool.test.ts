import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readFileOf, writeFileOf } from "../../../sandbox/fmserver/disk/hosted-file.ts";
import { objectGuid } from "../../../sandbox/fmserver/file/object-guid.ts";
import { Database } from "../../../sandbox/fmserver/world/schema/database-schema.ts";
import { aHost, type Ended, type TestHost } from "./support/a-host.ts";

const file = {
  name: "Live",
  accounts: [{ name: "Admin", password: "pw" }],
  tables: [
    { name: "People", fields: [{ name: "name" }, { name: "gone" }], records: [{ values: { name: "Ada", gone: "x" } }] },
  ],
};

interface Bench {
  readonly host: TestHost;
  at(name: string): string;
  run(subcommand: string, ...options: string[]): Promise<Ended>;
}

async function bench(): Promise<Bench> {
  const host = await aHost();
  const at = (name: string): string => host.at("Data/Documents", name);
  writeFileOf(at("Live.fmp12"), Database.parse(file));
  const account = ["-src_path", at("Live.fmp12"), "-src_account", "Admin", "-src_pwd", "pw"];
  return {
    host,
    at,
    run: (subcommand, ...options) => host.tool("FMUpgradeTool", [subcommand, ...account, ...options]),
  };
}

function patch(): string {
  const field = (name: string): string => objectGuid(file, "Field", `People::${name}`);
  return `<?xml version="1.0"?><FMUpgradeToolPatch>
    <AddAction>
      <BaseTableCatalog><BaseTable name="Orders"/></BaseTableCatalog>
      <FieldCatalog><FieldsForTables><BaseTableReference name="Orders"/>
        <ObjectList><Field name="total" datatype="Number"/></ObjectList></FieldsForTables></FieldCatalog>
    </AddAction>
    <ReplaceAction><FieldCatalog><Field UUID="${field("name")}" name="fullName"/></FieldCatalog></ReplaceAction>
    <DeleteAction><FieldCatalog><Field UUID="${field("gone")}"/></FieldCatalog></DeleteAction>
    <ReplaceAction><ThemeCatalog><Theme UUID="A"/></ThemeCatalog></ReplaceAction>
  </FMUpgradeToolPatch>`;
}

test("a patch changes the schema in another file, in its order, and leaves the records", async () => {
  const { at, run } = await bench();
  writeFileSync(at("p.xml"), patch());
  await run("--generateGUIDs", "-inplace");
  const ended = await run("--update", "-patch_path", at("p.xml"), "-dest_path", at("Out.fmp12"), "-v");
  expect(ended).toMatchObject({
    code: 0,
    lines: [
      "AddAction BaseTableCatalog: 1",
      "AddAction FieldCatalog: 1",
      "ReplaceAction FieldCatalog: 1",
      "DeleteAction FieldCatalog: 1",
      "ReplaceAction ThemeCatalog: 0",
      "Patch applied.",
    ],
  });
  expect(readFileSync(at("XMLDeserializeResults.log"), "utf8")).toContain("ReplaceAction ThemeCatalog: 0\n");
  const [before, after] = [readFileOf(at("Live.fmp12")), readFileOf(at("Out.fmp12"))];
  expect(after.definition?.tables).toMatchObject([
    { name: "People", fields: [{ name: "fullName" }], records: [{ values: { fullName: "Ada" } }] },
    { name: "Orders", fields: [{ name: "total", type: "number" }] },
  ]);
  expect(after.header?.schema).not.toBe(before.header?.schema);
  expect(after.header?.accounts).toBe(before.header?.accounts);
});

test("in a file without ids nothing is found, and the patch is still reported as applied", async () => {
  const { at, run } = await bench();
  writeFileSync(at("p.xml"), patch().replace(/<AddAction>.*<\/AddAction>/s, ""));
  const given = ["-patch_path", at("p.xml")];
  expect(await run("--update", ...given, "-dest_path", at("Out.fmp12"))).toMatchObject({
    code: 0,
    lines: ["Patch applied."],
  });
  expect(readFileOf(at("Out.fmp12")).header?.schema).toBe(readFileOf(at("Live.fmp12")).header?.schema);
  expect((await run("--validatePatch", ...given)).code).toBe(10007 & 0xff);
});

test("an encrypted patch needs its key", async () => {
  const { at, run } = await bench();
  writeFileSync(at("p.xml"), patch());
  expect(
    (await run("--encryptPatch", "-patch_path", at("p.xml"), "-patch_key", "k", "-dest_path", at("p.bin"))).code,
  ).toBe(0);
  expect(readFileSync(at("p.bin")).includes("Orders")).toBe(false);
  expect(await run("--validatePatch", "-patch_path", at("p.bin"), "-patch_key", "other")).toMatchObject({
    code: 212,
    error: "(212): Invalid patch key\n",
  });
  await run("--decryptPatch", "-patch_path", at("p.bin"), "-patch_key", "k", "-dest_path", at("q.xml"));
  expect(readFileSync(at("q.xml"), "utf8")).toBe(patch());
});

test.each([
  ["<Other/>", "no FMUpgradeToolPatch"],
  ["<FMUpgradeToolPatch>", "Invalid patch"],
  [
    '<FMUpgradeToolPatch><AddAction><BaseTableCatalog><BaseTable name="People"/></BaseTableCatalog></AddAction></FMUpgradeToolPatch>',
    "Table exists",
  ],
])("the patch %s is rejected, and nothing is written", async (text, reason) => {
  const { at, run } = await bench();
  writeFileSync(at("p.xml"), text);
  const ended = await run("--update", "-patch_path", at("p.xml"), "-dest_path", at("Out.fmp12"));
  expect(ended.code).toBe(10001 & 0xff);
  expect(ended.error).toContain(reason);
  expect(() => readFileOf(at("Out.fmp12"))).toThrow("ENOENT");
});

test("a wrong account is reported in the tool's own words, and creating files requires a later version", async () => {
  const { at, run } = await bench();
  writeFileSync(at("p.xml"), patch());
  expect(
    await run("--update", "-src_pwd", "wrong", "-patch_path", at("p.xml"), "-dest_path", at("Out.fmp12")),
  ).toMatchObject({
    code: 212,
    error: "(212): Invalid account/password\n",
  });
  expect((await run("--generateDBFile")).code).toBe(3);
});

test("without a destination the output is next to the source, -inplace changes the source, -q prints nothing", async () => {
  const { at, run } = await bench();
  writeFileSync(at("p.xml"), patch());
  expect(await run("--generateGUIDs", "-q")).toMatchObject({ code: 0, out: "" });
  expect(readFileOf(at("Live.fmp12")).definition?.hasGuids).toBe(false);
  expect(readFileOf(at("Live upgraded.fmp12")).definition?.hasGuids).toBe(true);
  expect((await run("--generateGUIDs")).code).toBe(20406 & 0xff);
  expect((await run("--generateGUIDs", "-inplace")).code).toBe(0);
  expect((await run("--update", "-patch_path", at("p.xml"), "-inplace")).code).toBe(0);
  expect(readFileOf(at("Live.fmp12")).definition?.tables.map(({ name }) => name)).toEqual(["People", "Orders"]);
});

test("regenerated ids differ, so that old patches find nothing", async () => {
  const { at, run } = await bench();
  writeFileSync(at("p.xml"), patch().replace(/<AddAction>.*<\/AddAction>/s, ""));
  await run("--generateGUIDs", "-inplace");
  expect((await run("--validatePatch", "-patch_path", at("p.xml"))).code).toBe(0);
  expect((await run("--regenerateGUIDs", "-inplace")).code).toBe(0);
  expect((await run("--validatePatch", "-patch_path", at("p.xml"))).code).toBe(10007 & 0xff);
});
