import { readdirSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { aBrowsedHost } from "../browser/support/a-browsed-host.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
const browsed = await aBrowsedHost(service);
afterAll(() => browsed.remove());

const parents = ["..", ".", "../Contacts", "a/../b", "a\\..\\b", "./Contacts"];
const unwritable = ["a\0b", "a\nb", "\u0000", "x".repeat(5_000)];
const attacks = [...parents, ...unwritable];
/** Names that some system reads as another name, or as a device. */
const misread = [
  "CON",
  "nul",
  "com1",
  "Contacts:other",
  "what?",
  "star*",
  "\u202egnp",
  "tur\ufeffned",
  "bar|",
  '"',
  "a<b",
];
/** Fields that name a file or folder of the host. */
const naming =
  /^(?:file|files|filename|fileName|newFileName|sourceFile|sourceFiles|logFileName|path|toPath|subfolder|sourceFilePath|sourceFilePaths|targetFilePath|patchFiles)$/;
/** Operations in which a field of this name is one of our own terms. */
const others = /^(?:listKeys|createDataApiKey|updateDataApiKey)/;

interface Attack {
  readonly field: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Returns an example with an attack in each of its naming fields in turn. */
function attacked(example: Readonly<Record<string, unknown>>, attack: string): readonly Attack[] {
  const within = (value: unknown, field: string): readonly unknown[] => {
    if (typeof value === "string") return naming.test(field) ? [attack] : [];
    if (Array.isArray(value))
      return value.flatMap((one, at) => within(one, field).map((changed) => value.with(at, changed)));
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([name, one]) =>
      within(one, name).map((changed) => ({ ...value, [name]: changed })),
    );
  };
  return Object.entries(example).flatMap(([field, value]) =>
    within(value, field).map((changed) => ({ field, input: { ...example, [field]: changed } })),
  );
}

async function status(operation: Operation, input: Readonly<Record<string, unknown>>): Promise<number> {
  const left = { ...input };
  const path = operation.path.replaceAll(/\{(\w+)\+?\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(left[name]));
    delete left[name];
    return value;
  });
  return (await browsed.as(operation.method, path, left)).status;
}

const operations = Object.values(catalogue)
  .flatMap((resource) => Object.entries<Operation>(resource))
  .flatMap(([name, operation]) => {
    const input = operation.example?.input;
    const isAsked = operation.access === "admin" && operation.takes === undefined && input !== undefined;
    return isAsked && !others.test(name) && attacked(input, "..").length > 0 ? [{ name, operation, input }] : [];
  });

verifies("contract:names:of-the-host", async () => {
  expect(operations.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "encryptFile",
      "renameFiles",
      "applyPatch",
      "makeDownload",
      "deleteHostFile",
      "clearLogFile",
    ]),
  );
  const before = readdirSync(browsed.host.path, { recursive: true });
  const accepted: string[] = [];
  for (const { name, operation, input } of operations)
    for (const attack of attacks)
      for (const { field, input: wrong } of attacked(input, attack)) {
        const answered = await status(operation, wrong);
        if (answered < 400 || answered >= 500)
          accepted.push(`${name} ${field} ${JSON.stringify(attack.slice(0, 20))}: ${answered}`);
      }
  expect(accepted).toEqual([]);
  expect((await service.admin("GET", "/svc/api/processes")).body.response.processes).toEqual([]);
  expect(readdirSync(browsed.host.path, { recursive: true })).toEqual(before);
});

verifies("contract:names:of-the-host", "a file can't have a name that some system reads as another one", async () => {
  const renamed = { fileName: "Contacts", newFileName: "New", targetSubfolder: "Sub" };
  const copied = { sourceFile: "Contacts", targetFile: { filename: "New", subfolder: "Sub" } };
  for (const name of misread)
    for (const [path, json] of [
      ["fm-file/rename", { ...renamed, newFileName: name }],
      ["fm-file/rename", { ...renamed, targetSubfolder: name }],
      ["fm-file/copy-compress", { ...copied, targetFile: { ...copied.targetFile, filename: name } }],
      ["fm-file/recover", { ...copied, targetFile: { ...copied.targetFile, subfolder: name } }],
      [
        "fm-file/encrypt",
        { sourceFilePath: "/a/b.fmp12", targetFilePath: `/a/${name}`, sharedID: "a", encryptionKey: "b" },
      ],
      ["trash/01939b5e-7c1a-7f3e-9d2b-5a6c8e0f1b24/restore", { filename: name }],
      ["files/folder", { path: "documents", name }],
      ["files/move", { path: "documents/a", name }],
    ] as const)
      expect(await browsed.as("POST", `/svc/api/${path}`, json), `${path} ${name}`).toRefuseWith("input_invalid");
});
