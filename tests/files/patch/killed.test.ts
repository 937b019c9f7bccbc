import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import type { Note } from "../../../local-agent/tasks/task-journal.ts";
import { anAgent } from "../../agent/support/an-agent.ts";
import { verifies } from "../../support/verifies.ts";
import { aPatchSetup } from "./support/a-patch-setup.ts";

const setup = await aPatchSetup();
const { service, host } = setup;
afterAll(() => setup.stop());

// Fast tools, because they run often: a patched file is one page longer.
const tool = (name: string, script: string) =>
  chmodSync(host.write(`Database Server/bin/${name}`, `#!/bin/sh\n${script}\n`), 0o755);
const quickTools = () => {
  tool("FMDeveloperTool", "echo File is consistent");
  tool("FMUpgradeTool", upgrade);
};
/** A bad patch passes the test on a copy, so that the task has something to undo. */
const upgrade = `while [ $# -gt 0 ]; do case "$1" in -src_path) from=$2;; -dest_path) to=$2;; -patch_path) patch=$2;; esac; shift; done
case "$from" in */trial/*) ;; *) false;; esac || ! grep -q no-good "$patch" || { echo "(10001): Invalid patch"; exit 17; }
[ -z "$to" ] || { cp "$from" "$to"; head -c 4096 /dev/zero >>"$to"; }`;

const account = { username: "Admin", password: "canary-of-the-patch" };
const databases = join(host.path, "Data", "Databases");

/** Kills the agent after a note of its journal; a new agent process continues. Returns the result, and whether the agent was killed. */
async function through(body: object, isDeath: (note: Note) => boolean) {
  service.sandbox.reload();
  quickTools();
  const sizes = files.map(sizeOf);
  const died = Promise.withResolvers<true>();
  const first = await anAgent(service, host, {
    again: true,
    async noteWatch(when, note) {
      if (when === "before") return;
      if (!isDeath(note)) return;
      died.resolve(true);
      await new Promise(() => undefined);
    },
  });
  const { processId: id } = (await setup.apply(body)).body.response;
  const ended = setup.ended(id);
  const isDead = await Promise.race([died.promise, ended.then(() => false)]);
  // In every state, each file exists: in its place, or kept next to it.
  for (const file of files) expect(filesBelow(databases), file).toContain(`${file}.fmp12`);
  void first.stop();
  const second = isDead ? await anAgent(service, host, { again: true }) : first;
  const { state, reason } = await ended;
  await second.stop();
  const grown = files.map((file, at) => sizeOf(file) - (sizes[at] ?? 0));
  const statuses = files.map(setup.status);
  return { isDead, outcome: { state, reason, grown, statuses, left: setup.orphans(id) } };
}

const files = ["Contacts", "Orders"];
const sizeOf = (file: string) => statSync(join(databases, `${file}.fmp12`)).size;
const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true }).map((name) => String(name).split("/").at(-1));

const target = (sourceFile: string, xml: string) => ({ sourceFile, patchFiles: [{ xml }], ...account });
const statuses = ["NORMAL", "NORMAL"];

const good = target("Contacts", "<good/>");
const applied = { state: "done", reason: null, grown: [4096, 0], statuses, left: [] };
const bad = { files: [target("Contacts", "<good/>"), target("Orders", "<no-good/>")] };
const reason = "FMUpgradeTool --validatePatch failed (exit code: 17): (10001): Invalid patch";
const reverted = { state: "failed", reason, grown: [0, 0], statuses, left: [] };

/** Returns a journal note as one word. */
const wordOf = (note: Note) => (note.note === "step" ? `${note.name} ${note.state}` : note.note);
const ofSteps = (...names: readonly string[]) => names.flatMap((name) => [`${name} begun`, `${name} done`]);
const preparing = ["look", "room", "patches 0", "try 0", "close 0", "back up 0", "patch 0 0"];
const forwards = [...ofSteps(...preparing, "verify 0", "swap 0", "open 0"), "committed", ...ofSteps("tidy"), "ended"];
const backwards = [
  "turned",
  "back up 1",
  "back up 0",
  "close 1",
  "close 0",
  "try 1",
  "try 0",
  "patches 1",
  "patches 0",
  "room",
].map((word, at) => (at === 0 ? word : `${word} undone`));

for (const word of forwards)
  verifies("files:patch:killed", `killed after the note ${word}`, async () => {
    const { isDead, outcome } = await through(good, (note) => wordOf(note) === word);
    expect([isDead, outcome]).toEqual([true, applied]);
  });

for (const word of [...backwards, "ended"])
  verifies("files:patch:killed", `killed during the revert, after the note ${word}`, async () => {
    const { isDead, outcome } = await through(bad, (note) => wordOf(note) === word);
    expect([isDead, outcome]).toEqual([true, reverted]);
  });

verifies("files:patch:killed", "these are all possible notes", async () => {
  const words: string[] = [];
  const watched = (note: Note) => {
    words.push(wordOf(note));
    return false;
  };
  await through(good, watched);
  expect(words.splice(0)).toEqual(forwards);
  await through(bad, watched);
  expect(words.slice(words.indexOf("turned"))).toEqual([...backwards, "ended"]);
});
