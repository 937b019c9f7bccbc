import { copyFileSync, existsSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect } from "vitest";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aFileOperationSetup, filesNamed, opener } from "./support/a-file-operation-setup.ts";
import { killedAt, type Moment, momentsOf, notesOf } from "./support/killed-at.ts";

/** Returns the notes of a task's steps; the tests below compare them with its actions. */
const steps = (...names: readonly string[]) => names.flatMap((name) => [`${name} begun`, `${name} done`]);
const forwards = [
  ...steps("look", "room", "try 0", "close 0", "draft 0", "swap 0", "open 0"),
  "committed",
  ...steps("tidy"),
  "ended",
];
const undone = ["open 0", "swap 0", "draft 0", "close 0", "try 0", "room"].map((name) => `${name} undone`);
const backwards = [
  ...steps("look", "room", "try 0", "close 0", "draft 0", "swap 0"),
  "open 0 begun",
  "turned",
  ...undone,
  "ended",
];
const renaming = [
  ...steps("look", "room", "try 0", "close 0", "take 0", "put 0", "open new 0"),
  "committed",
  ...steps("tidy"),
  "ended",
];

const secret = { sharedID: "shop", encryptionKey: "canary-key" };
const optionsFor = (sourceFile: string) => ({ sourceFile, inPlace: true, ...opener, ...secret });
const fileOf = (moment: Moment) => `File ${moment.when} ${moment.number}`;
const names = [...momentsOf(forwards), ...momentsOf(backwards)].map(fileOf);

const setup = await aFileOperationSetup(
  (sandbox) => testService({ sandbox }),
  filesNamed(["Model", "Acted", "Spoilt", ...new Set(names)]),
  null,
);
afterAll(() => setup.stop());

const encrypted = setup.at("encrypted.fmp12");
const garbage = setup.at("garbage.fmp12");

/** Sets the output of FMDeveloperTool: the sandbox's own tool is slow, and there are many points to test. */
const actTool = (outcome: string) => setup.actTool(`[ -z "$target" ] || exec cp '${outcome}' "$target"`);

beforeAll(async () => {
  await notesOf(setup, "encrypt", optionsFor("Model"));
  await setup.start("close", { files: ["Model"], force: true });
  copyFileSync(setup.file("Model"), encrypted);
  writeFileSync(garbage, "no file of FileMaker's");
});

verifies("files:operations:killed", "an encryption in place records each of its steps before and after", async () => {
  actTool(encrypted);
  expect(await notesOf(setup, "encrypt", optionsFor("Acted"))).toEqual(forwards);
  actTool(garbage);
  expect(await notesOf(setup, "encrypt", optionsFor("Spoilt"))).toEqual(backwards);
});

/** Files whose operation is undone come first: later tests find them unchanged. */
for (const moment of momentsOf(backwards).filter(({ number }) => number > backwards.indexOf("turned")))
  verifies("files:operations:killed", `${moment.when} "${moment.note}", while an encryption is undone`, async () => {
    actTool(garbage);
    const name = fileOf(moment);
    const before = setup.onDisk(name).header?.fileId;
    const process = await killedAt(setup, moment, "encrypt", optionsFor(name));
    expect(process, await setup.log(process.id)).toMatchObject({ state: "failed" });
    expect(setup.statusOf(name)).toBe("NORMAL");
    expect(setup.onDisk(name).header).toMatchObject({ fileId: before, encryption: null });
    expect(setup.orphans()).toEqual([]);
  });

for (const moment of momentsOf(forwards))
  verifies(
    "files:operations:killed",
    `${moment.when} "${moment.note}", while a file is encrypted in place`,
    async () => {
      actTool(encrypted);
      const name = fileOf(moment);
      const kept = `kept/${name}.fmp12`;
      const process = await killedAt(setup, moment, "encrypt", optionsFor(name), () => {
        expect(existsSync(setup.file(name)) || setup.orphans().some((one) => one.endsWith(kept))).toBe(true);
      });
      expect(process, await setup.log(process.id)).toMatchObject({ state: "done" });
      expect(setup.statusOf(name)).toBe("NORMAL");
      expect(setup.onDisk(name).header?.encryption).not.toBe(null);
      expect(setup.orphans()).toEqual([]);
    },
  );

let [from, to] = ["Acted", "Other"];
const rename = () => ({ fileName: from, newFileName: to, encryptionKey: secret.encryptionKey });

verifies("files:operations:killed", "a rename records each of its steps before and after", async () => {
  expect(await notesOf(setup, "rename", rename())).toEqual(renaming);
});

for (const moment of momentsOf(renaming))
  verifies("files:operations:killed", `${moment.when} "${moment.note}", while a file is renamed`, async () => {
    [from, to] = [to, from];
    const process = await killedAt(setup, moment, "rename", rename());
    expect(process, await setup.log(process.id)).toMatchObject({ state: "done" });
    expect([setup.statusOf(from), setup.statusOf(to)]).toEqual([undefined, "NORMAL"]);
    expect([existsSync(setup.file(from)), existsSync(setup.file(to))]).toEqual([false, true]);
    expect(setup.orphans()).toEqual([]);
  });
