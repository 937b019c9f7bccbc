import { copyFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readFileOf, writeFileOf } from "../../../sandbox/fmserver/disk/hosted-file.ts";
import { Database } from "../../../sandbox/fmserver/world/schema/database-schema.ts";
import { aHost, type TestHost } from "./support/a-host.ts";

const accounts = [{ name: "Admin", password: "pw" }];

const source = {
  name: "Live",
  accounts: [...accounts, { name: "clerk", password: "c", privilegeSet: "Clerk" }],
  privilegeSets: [{ name: "Clerk" }],
  valueLists: [{ name: "Colours", values: ["red", "green"] }],
  tables: [
    {
      name: "People",
      fields: [
        { name: "id", type: "number", autoEnter: { serial: { next: 8 } } },
        { name: "name", repetitions: 2 },
        { name: "gone" },
      ],
      records: [{ id: 7, modId: 3, values: { id: 7, name: ["Ada", "Lovelace"], gone: "x" } }],
    },
    { name: "Old", fields: [{ name: "a" }], records: [] },
  ],
};
const clone = {
  name: "Next",
  accounts,
  valueLists: [{ name: "Colours", values: ["red"] }],
  tables: [
    {
      name: "People",
      fields: [
        { name: "ID", type: "number", autoEnter: { serial: { next: 1 } } },
        { name: "name" },
        { name: "mail", validation: { unique: true } },
      ],
    },
  ],
};

/** Returns a host with both files in its documents folder. */
async function withFiles(): Promise<{
  readonly host: TestHost;
  migrate(...given: string[]): ReturnType<TestHost["tool"]>;
}> {
  const host = await aHost();
  writeFileOf(host.at("Data/Documents/Live.fmp12"), Database.parse(source));
  writeFileOf(host.at("Data/Documents/Next.fmp12"), Database.parse(clone));
  const both = ["-src_path", host.at("Data/Documents/Live.fmp12"), "-clone_path", host.at("Data/Documents/Next.fmp12")];
  const passwords = ["-src_pwd", "pw", "-clone_pwd", "pw"];
  return { host, migrate: (...given) => host.tool("FMDataMigration", [...both, ...passwords, ...given]) };
}

test("the source's data is migrated to the clone's schema, in a third file", async () => {
  const { host, migrate } = await withFiles();
  const { code, lines } = await migrate("-target_path", host.at("Data/Documents/Out.fmp12"), "-v");
  expect(code).toBe(0);
  expect(lines[0]).toMatch(/^Start: \w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/);
  expect(lines.slice(1, -1)).toEqual([
    " == Mapping source privileges to target privileges ==",
    " == Copying changed custom value lists ==",
    " == Analyzing font lists ==",
    " == Mapping source tables to target tables ==",
    ' == Mapping fields in source table "People" to target table "People" ==',
    '  -- Record mode migration for source table "People" --',
    " == Summary ==",
    "  Accounts migrated: 2",
    "  Accounts changed: 1",
    "  Custom value lists migrated: 1",
    "  Font entries added: 0",
    "  Tables migrated: 1",
    "  Tables not migrated: 1",
    "  Fields migrated: 3",
    "  Fields not migrated: 0",
    "  Fields triggering recalculations: 0",
    "  Fields with evaluation errors: 0",
    "  Fields with fewer repetitions: 1",
    "  Serial numbers updated: 1",
  ]);
  const { definition } = readFileOf(host.at("Data/Documents/Out.fmp12"));
  expect(definition?.tables[0]).toMatchObject({
    fields: [{ name: "ID", autoEnter: { serial: { next: 8 } } }, { name: "name" }, { name: "mail" }],
    records: [{ id: 7, modId: 3, values: { ID: 7, name: ["Ada"] } }],
  });
  expect(definition?.accounts.at(-1)).toMatchObject({ name: "clerk", privilegeSet: "Unmapped Privilege Set" });
});

test("without a target it is named after the source, and overwritten only by force", async () => {
  const { host, migrate } = await withFiles();
  expect((await migrate("-q", "-ignore_accounts")).out).toBe("");
  expect(readFileOf(host.at("Data/Documents/Live migrated.fmp12")).definition?.accounts).toHaveLength(1);
  expect(await migrate()).toMatchObject({ code: 1, out: "Error: (20406): File already exists\n" });
  expect((await migrate("-force")).code).toBe(0);
});

test("a wrong account, a missing file, and a clone with records are failures", async () => {
  const { host, migrate } = await withFiles();
  expect(await migrate("-src_pwd", "wrong")).toMatchObject({
    code: 1,
    out: "Error: (212): Invalid account/password\n",
  });
  expect((await migrate("-src_path", host.at("nowhere.fmp12"))).out).toContain("(100)");
  expect((await migrate("-clone_path", host.at("Data/Documents/Live.fmp12"))).out).toContain("The clone holds records");
  expect((await migrate("-nothing")).code).toBe(1);
});

test("a file that the server has open is rejected, and accepted when it is closed", async () => {
  const { host, migrate } = await withFiles();
  const hosted = host.at("Data/Databases/Hosted.fmp12");
  copyFileSync(host.at("Data/Documents/Live.fmp12"), hosted);
  expect((await host.fmsadmin("open", "Hosted")).lines.at(-1)).toBe("File Opened: Hosted.fmp12");
  expect((await migrate("-src_path", hosted)).out).toContain("File already open");
  await host.fmsadmin("close", "Hosted", "-y");
  expect((await migrate("-src_path", hosted, "-target_path", host.at("Data/Documents/Out.fmp12"))).code).toBe(0);
});
