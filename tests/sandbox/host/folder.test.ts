import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readFileOf } from "../../../sandbox/fmserver/disk/hosted-file.ts";
import { startServer } from "../../../sandbox/fmserver/server.ts";
import { aWorld } from "../admin/support/an-admin.ts";
import { basic } from "../support/a-server.ts";
import { aFolder, aHost, type TestHost } from "./support/a-host.ts";

const DATABASES = "Data/Databases";

function names({ server }: TestHost): readonly string[] {
  return server.world.databases.map(({ name, status }) => `${name} ${status}`);
}

test("a server's folders are laid out as on Linux, and the world names them", async () => {
  const host = await aHost();
  for (const space of ["Backups", "Databases", "Documents", "Preferences", "Progressive", "Scripts", "Secure"]) {
    expect(statSync(host.at("Data", space)).isDirectory()).toBe(true);
  }
  expect(readdirSync(host.at("Database Server/bin")).sort()).toEqual([
    "FMDataMigration",
    "FMDeveloperTool",
    "FMUpgradeTool",
    "fmsadmin",
    "sandbox-connection.json",
  ]);
  const token = await host.server.adminLogin();
  const answer = await host.server.ask("GET", "/fmi/admin/api/v2/server/currentfoldersettings", { token });
  expect(answer.response).toMatchObject({
    defaultDatabaseFolder: `filelinux:${host.at(DATABASES)}/`,
    backupPath: `filelinux:${host.at("Data/Backups")}/`,
  });
});

test("a file is as long as the world says, in pages of 4 KB", async () => {
  const host = await aHost({ databases: [{ name: "Big", sizeBytes: 10_000_001 }] });
  const { size } = statSync(host.at(DATABASES, "Big.fmp12"));
  expect(size).toBe(Math.ceil(10_000_001 / 4096) * 4096);
});

test("data written to a file is on disk when it is closed, and marked as open before", async () => {
  const host = await aHost();
  const path = host.at(DATABASES, "Contacts.fmp12");
  expect(readFileOf(path).header?.isOpen).toBe(true);
  const token = await host.server.login("api:demo-pass", "Contacts");
  const record = { fieldData: { text: "second" } };
  await host.server.ask("POST", "/fmi/data/v2/databases/Contacts/layouts/Log/records", { token, body: record });
  await host.fmsadmin("close", "Contacts", "-y");
  const { header, definition } = readFileOf(path);
  expect(header?.isOpen).toBe(false);
  expect(definition?.tables[0]?.records.map(({ values }) => values.text)).toEqual([["first"], ["second"]]);
});

test("files that are added, changed, and removed while closed are noticed", async () => {
  const host = await aHost();
  await host.fmsadmin("close", "-y");
  mkdirSync(host.at(DATABASES, "Sub"));
  copyFileSync(host.at(DATABASES, "Orders.fmp12"), host.at(DATABASES, "Sub", "New.fmp12"));
  rmSync(host.at(DATABASES, "Orders.fmp12"));
  writeFileSync(host.at(DATABASES, "Noise.fmp12"), "none of ours");
  await host.fmsadmin("open");
  expect(names(host)).toEqual(["Contacts NORMAL", "Noise CLOSED", "New NORMAL"]);
  expect((await host.fmsadmin("list", "files")).lines).toContain(`filelinux:${host.at(DATABASES, "Sub/New.fmp12")}`);
});

test("a closed file that was replaced by another opens as the other", async () => {
  const host = await aHost();
  await host.fmsadmin("close", "-y");
  renameSync(host.at(DATABASES, "Contacts.fmp12"), host.at(DATABASES, "Orders.fmp12"));
  await host.fmsadmin("open", "Orders");
  expect(host.server.world.database("Orders")?.tables.has("log")).toBe(true);
});

test("a file that was copied while open is inconsistent, and stays closed", async () => {
  const host = await aHost();
  copyFileSync(host.at(DATABASES, "Orders.fmp12"), host.at(DATABASES, "Torn.fmp12"));
  expect((await host.fmsadmin("open", "Torn")).lines.at(-1)).toBe("File Closed: Torn.fmp12");
});

test("a second start continues with the folder's content; another world replaces it", async () => {
  const folder = aFolder();
  const first = await aHost(undefined, { folder });
  await first.fmsadmin("close", "Orders", "-y");
  await first.fmsadmin("remove", "Orders", "-y");
  const token = await first.server.login("api:demo-pass", "Contacts");
  const body = { fieldData: { text: "kept" } };
  await first.server.ask("POST", "/fmi/data/v2/databases/Contacts/layouts/Log/records", { token, body });
  await first.server.close();
  const second = await aHost(undefined, { folder });
  expect(names(second)).toEqual(["Contacts NORMAL"]);
  expect(second.server.world.database("Contacts")?.tables.get("log")?.records.size).toBe(2);
  second.server.reload();
  expect(names(second)).toEqual(["Contacts NORMAL", "Orders NORMAL"]);
  await second.server.close();
  const third = await aHost({ databases: [{ name: "Other" }] }, { folder });
  expect(names(third)).toEqual(["Other NORMAL"]);
});

test("a folder with foreign files isn't touched", async () => {
  const folder = aFolder();
  mkdirSync(join(folder, DATABASES), { recursive: true });
  writeFileSync(join(folder, DATABASES, "Real.fmp12"), "precious");
  await expect(startServer({ world: aWorld(), folder })).rejects.toThrow("holds files that the sandbox has not made");
  expect(readFileSync(join(folder, DATABASES, "Real.fmp12"), "utf8")).toBe("precious");
  expect(existsSync(join(folder, "Database Server"))).toBe(false);
});

test("a folder on which another sandbox runs isn't touched, and is free again when that one was killed", async () => {
  const first = await aHost();
  const { folder } = first;
  await expect(startServer({ world: aWorld(), folder })).rejects.toThrow("another sandbox runs on");
  expect((await first.fmsadmin("list", "files")).code).toBe(0);
  const connection = readFileSync(first.at("Database Server/bin/sandbox-connection.json"));
  await first.server.close();
  writeFileSync(first.at("Database Server/bin/sandbox-connection.json"), connection);
  const second = await aHost(undefined, { folder });
  expect((await second.fmsadmin("list", "files")).code).toBe(0);
});

test("externally stored containers are next to their file, secure ones under other names", async () => {
  const photo = { file: "cat.txt", text: "meow" };
  const fields = [
    { name: "open", type: "container" as const, containerStorage: "open" as const },
    { name: "safe", type: "container" as const, containerStorage: "secure" as const },
  ];
  const tables = [{ name: "Pets", fields, records: [{ values: { open: photo, safe: photo } }] }];
  const host = await aHost({ databases: [{ name: "Zoo", tables }] });
  const folder = host.at(DATABASES, "RC_Data_FMS/Zoo");
  expect(readFileSync(join(folder, "Files/Zoo/1_cat.txt"), "utf8")).toBe("meow");
  const secure = readdirSync(join(folder, "Secure"), { recursive: true }).map(String);
  expect(secure.some((name) => /^[0-9A-F]{2}\/[0-9A-F]{32}$/.test(name))).toBe(true);
});

test("an upload is in the folder", async () => {
  const host = await aHost();
  await host.fmsadmin("close", "Orders", "-y");
  const body = new FormData();
  body.append("uploadFile", new Blob([readFileSync(host.at(DATABASES, "Orders.fmp12"))]), "Up.fmp12");
  body.append("uploadDest", "Secure/");
  const headers = basic("admin:admin-pass");
  expect((await host.server.ask("POST", "/fmi/admin/api/v2/databases/upload", { headers, body })).code).toBe("0");
  expect(readFileOf(host.at("Data/Secure/Up.fmp12")).definition?.accounts[0]?.name).toBe("api");
  expect(host.statusOf("Up")).toBe("CLOSED");
});
