import { expect } from "vitest";
import { outbox } from "../../local-agent/tasks/outbox.ts";
import type { Note, TaskJournal } from "../../local-agent/tasks/task-journal.ts";
import { verifies } from "../support/verifies.ts";

verifies("deployments:faults:journal", "reports are still sent if a full disk can't record them", () => {
  const notes: Note[] = [];
  const journal: Pick<TaskJournal, "process" | "notes" | "note"> = {
    process: 1,
    notes,
    note(note) {
      if (note.note === "told") throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
      notes.push(note);
    },
  };
  const sent: unknown[] = [];
  const out = outbox({ journal, send: ({ number, report }) => sent.push([number, report.lines?.[0]?.text]) });
  out.own(1);
  out.say("info", "first");
  out.say("info", "second");
  expect(out.taken(1)).toBe(false);
  expect(sent).toEqual([
    [1, "first"],
    [2, "second"],
  ]);
});
