import { openTaskJournal } from "../../../local-agent/tasks/task-journal.ts";

/** Writes notes into a journal until it reaches the file size limit of this process: run this program with such a limit. */
const [folder = ""] = process.argv.slice(2);
const journal = openTaskJournal(folder, 7);
journal.note({ note: "begun", work: "files.transform", files: ["Contacts"] });
try {
  journal.note({ note: "output", text: "x".repeat(100_000) });
} catch (thrown) {
  process.stdout.write((thrown as NodeJS.ErrnoException).code ?? "no code");
}
journal.note({ note: "committed" });
