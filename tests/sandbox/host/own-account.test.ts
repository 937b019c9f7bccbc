import { chmodSync, copyFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder, aHost } from "./support/a-host.ts";

test("in a folder that a group can write to, accounts of the group can use the tools", async () => {
  const folder = aFolder();
  chmodSync(folder, 0o2775);
  const host = await aHost(undefined, { folder });
  const { mode, gid } = statSync(host.at("Database Server/bin/sandbox-connection.json"));
  expect(mode & 0o777).toBe(0o640);
  expect(gid).toBe(statSync(folder).gid);
});

test("a file in an additional database folder on another disk is hosted", async () => {
  const host = await aHost();
  const disk = aFolder();
  const token = await host.server.adminLogin();
  const additional = { UseOtherDatabaseRoot: true, DatabaseRootPath: `filelinux:${disk}/` };
  const path = "/fmi/admin/api/v2/server/config/additionaldbfolder";
  expect((await host.server.ask("PATCH", path, { token, body: additional })).status).toBe(200);
  await host.fmsadmin("close", "Contacts", "-y");
  copyFileSync(host.at("Data/Databases/Contacts.fmp12"), join(disk, "Other.fmp12"));
  const { response } = await host.server.ask("GET", "/fmi/admin/api/v2/databases", { token });
  expect(response.databases).toContainEqual(
    expect.objectContaining({ filename: "Other.fmp12", folder: `filelinux:${disk}/` }),
  );
});
