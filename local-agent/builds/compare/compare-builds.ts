import { rm } from "node:fs/promises";
import { join } from "node:path";
import type {
  ComparedObjects,
  ComparedStructure,
  ComparisonOutcome,
} from "#shared/agent/protocol/tasks/comparison-tasks.ts";
import type { TaskEnd, TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { makeFolder } from "../../disk/make-folder.ts";
import { saveAsXml } from "../../operations/developer-tool.ts";
import { Refused } from "../../refused.ts";
import type { TaskContext, TaskKind } from "../../tasks/task-context.ts";
import { makeSharedFolder, processFolder } from "../build-folder.ts";
import { fileStructure } from "./file-structure.ts";
import { packedStructures } from "./packed-structures.ts";
import { structureChanges } from "./structure-changes.ts";
import type { FileStructure } from "./structure-reader.ts";
import { takeFile } from "./take-file.ts";

type Fields = TaskFields<"builds.compare">;
type ComparedFile = Fields["files"][number];

/** Allows one comparison at a time, because tools that read whole files leave little capacity for others. No file can have this name. */
const comparisonLock = "comparison of builds?";

/** Compares two builds by the structure of the files in both, without changing them. */
export const compareBuilds: TaskKind<"builds.compare"> = {
  files: () => [comparisonLock],

  ending: () => "The builds and the hosted files were not changed.",

  async run(fields, context) {
    const { step, progress, say, host } = context;
    const work = processFolder(host, context.process);
    const clear = () => rm(work, { recursive: true, force: true });
    const total = fields.files.length;
    progress({ phase: "comparing", done: 0, total, unit: "files" });
    await step({ name: "begin", perform: () => makeSharedFolder(host, work), undo: clear });

    const files: ComparedStructure[] = [];
    for (const [index, file] of fields.files.entries()) {
      const folder = join(work, String(index));
      files.push(await step({ name: `compare ${index}`, perform: () => compared(context, fields, file, folder) }));
      progress({ done: index + 1 });
    }
    await step({ name: "clear", perform: clear });
    const outcome: ComparisonOutcome = { from: fields.from.id, to: fields.to.id, packed: packedStructures(files) };
    const end = endOf(files);
    if (end.reason === null) say("success", "Builds compared");
    return { ...end, outcome: JSON.stringify(outcome) };
  },
};

function endOf(files: readonly ComparedStructure[]): TaskEnd {
  const unreadable = files.filter(({ state }) => state === "unreadable").length;
  if (unreadable === 0) return { state: "done", reason: null };
  return { state: "doneWithErrors", reason: `couldn't read ${unreadable} of ${files.length} files in both builds` };
}

/** Compares one file. A file that can't be read doesn't stop the comparison of others. */
async function compared(
  context: TaskContext,
  fields: Fields,
  file: ComparedFile,
  folder: string,
): Promise<ComparedStructure> {
  const { say, signal } = context;
  const fileName = file.to.file;
  // Left by an interrupted run.
  await rm(folder, { recursive: true, force: true });
  try {
    const before = await structureIn(context, fields, { file, side: "from", folder });
    const after = await structureIn(context, fields, { file, side: "to", folder });
    const kinds = structureChanges(before, after);
    say("info", `${fileName}: ${sentenceOf(kinds)}`);
    return { fileName, state: "compared", reason: null, kinds };
  } catch (thrown) {
    const isOfFile = thrown instanceof Refused && thrown.fault !== "no-space" && thrown.fault !== "tool-missing";
    if (!isOfFile || signal.aborted) throw thrown;
    say("error", `${fileName}: ${thrown.message}`);
    return { fileName, state: "unreadable", reason: thrown.message.slice(0, 300), kinds: [] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function sentenceOf(kinds: readonly ComparedObjects[]): string {
  const sum = (change: "added" | "removed" | "changed") => kinds.reduce((all, kind) => all + kind[change], 0);
  return `${sum("added")} objects added, ${sum("removed")} removed, ${sum("changed")} changed`;
}

/** Returns the structure of a file in one of the builds, from the tool's XML of a copy. @throws Refused with the build's name */
async function structureIn(
  context: TaskContext,
  fields: Fields,
  { file, side, folder }: { readonly file: ComparedFile; readonly side: "from" | "to"; readonly folder: string },
): Promise<FileStructure> {
  const { build } = fields[side];
  const { file: name, username, password, encryptionKey, sizeBytes, sha256 } = file[side];
  const [copy, xml] = [join(folder, side, name), join(folder, side, "structure.xml")];
  // The XML contains password hints, so no other account can read it.
  await makeFolder(join(folder, side), 0o700);
  try {
    await takeFile(context, { build, file: name, sizeBytes, sha256, floorBytes: fields.floorBytes }, copy);
    const opener = [username, password, ...(encryptionKey === undefined ? [] : ["-e", encryptionKey])];
    await saveAsXml(context, copy, { opener, target: xml, withInfo: false });
    await rm(copy);
    const structure = await fileStructure(xml, context.signal);
    await rm(xml);
    return structure;
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
    const text = thrown.fault === "tool-missing" ? "FMDeveloperTool is not installed next to FileMaker Server" : "";
    throw new Refused(thrown.fault, text || `in ${build}, ${thrown.message}`, { cause: thrown });
  }
}
