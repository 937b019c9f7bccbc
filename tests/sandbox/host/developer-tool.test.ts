import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readFileOf, writeFileOf } from "../../../sandbox/fmserver/disk/hosted-file.ts";
import { Database } from "../../../sandbox/fmserver/world/schema/database-schema.ts";
import { aHost, type Ended, type TestHost } from "./support/a-host.ts";

const file = {
  name: "Live",
  accounts: [
    { name: "Admin", password: "pw" },
    { name: "clerk", password: "c", privilegeSet: "Clerk" },
  ],
  privilegeSets: [{ name: "Clerk" }],
  tables: [
    {
      name: "People",
      fields: [{ name: "name" }, { name: "note" }],
      records: [{ values: { name: "Ada & Co", note: "x".repeat(2000) } }],
    },
    { name: "Empty", fields: [{ name: "a" }] },
  ],
};

interface Bench {
  readonly host: TestHost;
  readonly path: string;
  run(subcommand: string, ...options: string[]): Promise<Ended>;
  read(name: string): ReturnType<typeof readFileOf>;
}

async function bench(definition: object = file): Promise<Bench> {
  const host = await aHost();
  const path = host.at("Data/Documents/Live.fmp12");
  writeFileOf(path, Database.parse(definition));
  return {
    host,
    path,
    run: (subcommand, ...options) => host.tool("FMDeveloperTool", [subcommand, path, "Admin", "pw", ...options]),
    read: (name) => readFileOf(host.at("Data/Documents", name)),
  };
}

test("a copy contains the same, a clone everything except the records", async () => {
  const { run, read, host } = await bench();
  expect((await run("--copy")).code).toBe(0);
  expect((await run("--clone", "-t", host.at("Data/Documents/Empty.fmp12"))).code).toBe(0);
  const [original, copy, clone] = [read("Live.fmp12"), read("Live Copy.fmp12"), read("Empty.fmp12")];
  expect(copy.header?.fileId).toBe(original.header?.fileId);
  expect(copy.definition?.tables).toEqual(original.definition?.tables);
  expect(clone.header).toMatchObject({ schema: original.header?.schema, accounts: original.header?.accounts });
  expect(clone.definition?.tables[0]?.records).toEqual([]);
  expect(await run("--copy")).toMatchObject({ code: 20406 & 0xff, error: "Error 20406: File already exists\n" });
  expect((await run("--copy", "-f")).code).toBe(0);
});

test("a wrong account is 212, and an open file and a missing one have specific errors", async () => {
  const { host, path } = await bench();
  const tool = (...given: string[]) => host.tool("FMDeveloperTool", given);
  expect(await tool("--copy", path, "Admin", "wrong")).toMatchObject({
    code: 212,
    error: "Error 212: Invalid account/password\n",
  });
  expect((await tool("--copy", host.at("Data/Databases/Orders.fmp12"), "api", "demo-pass")).error).toContain(
    "File already open",
  );
  expect((await tool("--copy", host.at("nowhere.fmp12"))).error).toContain("File is missing");
  expect((await tool("--nothing", path)).code).toBe(3);
});

test("an encrypted file is opened only with its key, and reveals none of its content", async () => {
  const { run, read, host } = await bench();
  await run("--enableEncryption", "-s", "id", "-p", "key 1", "-h", "a number");
  const path = host.at("Data/Documents/Live Encrypted.fmp12");
  expect(read("Live Encrypted.fmp12").header?.encryption).toMatchObject({ hint: "a number" });
  const bytes = readFileSync(path);
  for (const inside of ["Ada & Co", "clerk", "key 1"]) expect(bytes.includes(inside)).toBe(false);
  const decrypt = (...key: string[]) =>
    host.tool("FMDeveloperTool", ["--removeEncryption", path, "Admin", "pw", ...key]);
  expect((await decrypt("-e", "another")).code).toBe(212);
  expect((await decrypt("-e", "key 1")).code).toBe(0);
  const plain = read("Live Encrypted Decrypted.fmp12");
  expect(plain.header?.encryption).toBeNull();
  expect(plain.definition?.tables).toEqual(read("Live.fmp12").definition?.tables);
});

test("a damaged file is distinguished from an intact one, and recovered", async () => {
  const whole = await bench();
  expect((await whole.run("--checkConsistency")).code).toBe(0);
  const { run, read } = await bench({ ...file, damaged: true });
  expect((await run("--checkConsistency")).code).toBe(816 & 0xff);
  expect((await run("--recover", "-g", "rebuild")).code).toBe(0);
  expect(read("Live Recovered.fmp12").definition?.damaged).toBe(false);
});

test("the schema is saved as XML in UTF-16 with its byte order mark, without passwords and records", async () => {
  const { run, host } = await bench();
  expect((await run("--saveAsXML", "-include_ddrinfo")).code).toBe(0);
  const bytes = readFileSync(host.at("Data/Documents/Live.xml"));
  expect([...bytes.subarray(0, 2)]).toEqual([0xff, 0xfe]);
  const text = bytes.subarray(2).toString("utf16le");
  expect(text).toContain('<BaseTableCatalog><BaseTable id="129" name="People"/><BaseTable id="130" name="Empty"/>');
  expect(text).not.toMatch(/pw|Ada/);
});

test("sizes are listed, the largest first, as CSV", async () => {
  const { run } = await bench();
  const { lines } = await run("--sortBySize", "-cf", "-tt", "People");
  expect(lines).toEqual(['"Name","Size","Count"', '"note","2002","1"', '"name","10","1"']);
  expect((await run("--querySize", "-cf")).lines).toEqual([
    '"Name","Size","Count"',
    '"People","2012","1"',
    '"Empty","0","0"',
  ]);
  expect(await run("--querySize", "-tt", "Nobody")).toMatchObject({ code: 0, out: "Table not found: Nobody\n" });
});

test("subcommands without an account refuse one", async () => {
  const { run } = await bench();
  for (const subcommand of ["--removeAdminAccess", "--enableKiosk"])
    expect(await run(subcommand)).toMatchObject({ code: 10001 & 0xff, error: expect.stringContaining("Admin") });
});

test("full access is removed permanently", async () => {
  const { host, path, read } = await bench();
  await host.tool("FMDeveloperTool", ["--removeAdminAccess", path]);
  expect(read("Live No Admin.fmp12").definition?.accounts.map(({ name }) => name)).toEqual(["clerk"]);
});

test("files are uploaded to a server, and renamed in their folder", async () => {
  const { host, path, read } = await bench();
  const given = ["--uploadDatabases", host.server.origin, "admin", "admin-pass", "-dl", path];
  expect(await host.tool("FMDeveloperTool", given)).toMatchObject({ code: 0, out: "Uploaded: Live.fmp12\n" });
  expect(host.statusOf("Live")).toBe("NORMAL");
  const renamed = ["--renameFiles", host.at("Data/Documents"), "-rg", "^Live$", "-rt", "Archive"];
  expect((await host.tool("FMDeveloperTool", renamed)).out).toBe("Renamed: Archive.fmp12\n");
  expect(read("Archive.fmp12").definition?.tables).toHaveLength(2);
});

test("--resetFileUUID gives a copy another id", async () => {
  const { run, read } = await bench();
  expect((await run("--resetFileUUID")).code).toBe(0);
  expect(read("Live New UUID.fmp12").header?.fileId).not.toBe(read("Live.fmp12").header?.fileId);
});
