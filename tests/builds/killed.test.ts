import { existsSync, readdirSync, readFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { Stopping } from "../../local-agent/tasks/stopping.ts";
import type { Note, NoteWatch } from "../../local-agent/tasks/task-journal.ts";
import { momentsOf } from "../files/operations/support/killed-at.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aFile, aReleaseSetup } from "./support/a-release-setup.ts";

/** Returns the notes of a build's steps. */
const steps = (...names: readonly string[]) => names.flatMap((name) => [`${name} begun`, `${name} done`]);
const notes = [...steps("look", "copy", "zip", "put"), "committed", ...steps("clear"), "ended"];

const server = await aReleaseSetup(testService, "development", [aFile("Contacts", { records: 3 })], false);
afterAll(() => server.stop());
const first = await server.agent();
await first.stop();

const folder = (...parts: readonly string[]) => server.at("Data", "Backups", "Latchkey Builds", ...parts);
const start = async (): Promise<number> => {
  const json = { buildId: "killed", files: [{ fileName: "Contacts", clone: false }], force: true };
  const { status, body } = await server.post("build", json);
  if (status !== 200) throw new Error(`HTTP ${status} ${JSON.stringify(body)}`);
  return body.response.processId;
};
const nameOf = (note: Note) => (note.note === "step" ? `${note.name} ${note.state}` : note.note);

verifies("builds:make:killed", "a build records each of its steps before and after", async () => {
  const written: string[] = [];
  const noteWatch: NoteWatch = async (when, note) => {
    if (when === "before") written.push(nameOf(note));
  };
  const agent = await server.agent({ again: true, noteWatch });
  expect(await server.ended(await start())).toMatchObject({ state: "done" });
  await agent.stop();
  expect(written).toEqual(notes);
});

for (const moment of momentsOf(notes))
  verifies("builds:make:killed", `${moment.when} "${moment.note}"`, async () => {
    const death = Promise.withResolvers<void>();
    let count = 0;
    const noteWatch: NoteWatch = async (when) => {
      if (when === "before") count += 1;
      if (when !== moment.when || count !== moment.number) return;
      death.resolve();
      throw new Stopping();
    };
    const dying = await server.agent({ again: true, noteWatch });
    const process = await start();
    await death.promise;
    await dying.stop();
    // The build in the outbox is always complete: the earlier build, or this one.
    if (existsSync(folder("outbox", "killed"))) {
      const manifest = JSON.parse(readFileSync(folder("outbox", "killed", "manifest.json"), "utf8"));
      const { length } = readFileSync(folder("outbox", "killed", "killed.build.zip"));
      expect(manifest).toMatchObject({ status: "completed", zipSize: length });
    }
    const next = await server.agent({ again: true });
    const ended = await server.ended(process);
    expect(ended, await server.log(process)).toMatchObject({ state: "done" });
    await next.stop();
    expect(readdirSync(folder("work"))).toEqual([]);
    expect(readdirSync(folder("outbox"))).toEqual(["killed"]);
  });
