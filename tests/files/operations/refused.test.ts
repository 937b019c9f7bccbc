import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aFileOperationSetup, opener } from "./support/a-file-operation-setup.ts";

const setup = await aFileOperationSetup((sandbox) => testService({ sandbox }));
afterAll(() => setup.stop());

const compress = (json: unknown) => setup.start("copy-compress", json);
const processes = async () =>
  (await setup.service.admin("GET", "/svc/api/processes")).body.response.processes.map(({ id }: { id: number }) => id);

verifies("files:operations:forms", "none of the forms, or two at once, is rejected", async () => {
  const targetFile = { filename: "New" };
  const paths = { sourceFilePath: setup.file("Contacts"), targetFilePath: setup.file("New") };
  const wrong = [
    {},
    { sourceFile: "Contacts" },
    { sourceFile: "Contacts", inPlace: false },
    { sourceFile: "Contacts", inPlace: true, targetFile },
    { sourceFile: "Contacts", targetFilePath: paths.targetFilePath },
    { ...paths, inPlace: true },
    { ...paths, sourceFile: "Contacts" },
    { targetFile },
  ];
  for (const json of wrong)
    expect((await compress(json)).body.messages[0].text, JSON.stringify(json)).toContain("send `sourceFile`");
  for (const json of wrong) expect((await compress(json)).status).toBe(400);
});

verifies(
  "files:operations:names",
  "an invalid name, a relative path, and a path that leads upward are rejected immediately",
  async () => {
    for (const sourceFile of ["../Contacts", "a/b", "a\\b", ".", "..", "a\u0000b", "x".repeat(256), ""])
      expect((await compress({ sourceFile, inPlace: true })).status, sourceFile).toBe(400);
    for (const path of [
      "Contacts.fmp12",
      "../../etc/passwd",
      "/a/../b.fmp12",
      "/a/b\u0000.fmp12",
      "/./a.fmp12",
      `/${"x".repeat(4000)}`,
      "file:etc",
    ])
      expect((await compress({ sourceFilePath: path, targetFilePath: setup.file("New") })).status, path).toBe(400);
    for (const subfolder of ["..", ".hidden", "a/b", "a\\b", "a\u0000"])
      expect(
        (await compress({ sourceFile: "Contacts", targetFile: { filename: "New", subfolder } })).status,
        subfolder,
      ).toBe(400);
    // Words that FMDeveloperTool would read as options.
    for (const word of ["-force", "-t", "a\nb"])
      for (const field of ["username", "password", "encryptionKey"])
        expect((await compress({ sourceFile: "Contacts", inPlace: true, [field]: word })).status, word).toBe(400);
  },
);

verifies(
  "files:operations:names",
  "a path outside of the server's folders, or through a link out of them, is rejected before a process starts",
  async () => {
    const outside = scratchFolder();
    writeFileSync(join(outside, "Secret.fmp12"), "secret");
    symlinkSync(outside, setup.at("Data", "Documents", "link"));
    symlinkSync(join(outside, "Secret.fmp12"), setup.at("Data", "Documents", "Secret.fmp12"));
    mkdirSync(setup.at("Data", "Databases", ".hidden"), { recursive: true });
    const documents = (name: string) => setup.at("Data", "Documents", name);
    const contacts = setup.file("Contacts");
    const before = await processes();
    const sources = [
      join(outside, "Secret.fmp12"),
      "/etc/passwd",
      documents("link/Secret.fmp12"),
      documents("Secret.fmp12"),
    ];
    for (const sourceFilePath of sources) {
      const answer = await compress({ sourceFilePath, targetFilePath: documents("New.fmp12"), force: true });
      expect(answer, sourceFilePath).toRefuseWith("host_file_not_found");
    }
    const targets = [
      join(tmpdir(), "New.fmp12"),
      documents("link/New.fmp12"),
      setup.at("Data", "Databases", "RC_Data_FMS", "New.fmp12"),
      setup.at("Data", "Databases", ".hidden", "New.fmp12"),
      setup.at("Data", "Backups", "New.fmp12"),
      setup.at("Database Server", "bin", "fmsadmin"),
    ];
    for (const targetFilePath of targets) {
      const answer = await compress({ sourceFilePath: contacts, targetFilePath, ...opener, force: true });
      expect(answer, targetFilePath).toRefuseWith("host_file_refused");
    }
    expect(await processes()).toEqual(before);
    expect(setup.statusOf("Contacts")).toBe("NORMAL");
  },
);

test("a hosted file of the same name in another folder is a conflict", async () => {
  const targetFile = { filename: "Orders", subfolder: "shop" };
  const process = await setup.run("copy-compress", { sourceFile: "Contacts", targetFile, ...opener, force: true });
  expect(process).toMatchObject({ state: "failed", reason: expect.stringContaining("already hosted") });
});

test("a folder of the wrong kind, a list where none is accepted, and both forms for several files are rejected", async () => {
  expect((await setup.start("encrypt", [])).status).toBe(400);
  expect((await setup.start("remove-admin-access", [])).status).toBe(400);
  const one = { sourceFile: "Contacts", inPlace: true };
  expect((await setup.start("remove-admin-access", { ...one, files: [one] })).status).toBe(400);
  expect((await setup.start("remove-admin-access", {})).status).toBe(400);
  expect((await setup.start("remove-admin-access", { ...one, targetFile: { filename: "New" } })).status).toBe(400);
  expect((await setup.start("remove-admin-access", [{ sourceFilePath: setup.file("Contacts") }])).status).toBe(400);
  expect((await setup.start("check-consistency", [{}])).status).toBe(400);
  expect((await setup.start("rename", { fileName: "Contacts" })).status).toBe(400);
  expect((await setup.start("rename-dev-tool", { regex: "a" })).status).toBe(400);
  expect((await setup.start("recover", { ...one, bypass: true })).status).toBe(400);
});

test("only administrators can change files", async () => {
  const json = { sourceFile: "Contacts", inPlace: true };
  expect((await setup.service.raw("POST", "/svc/api/fm-file/encrypt", { json })).status).toBe(401);
  const process = await setup.run("copy-compress", {
    sourceFile: "Contacts",
    targetFile: { filename: "N", folder: "additionalFolder2" },
    ...opener,
  });
  expect(process).toMatchObject({ state: "failed", reason: expect.stringContaining("doesn't have this folder") });
});
