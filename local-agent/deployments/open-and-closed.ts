import { basename } from "node:path";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { FileToOpen } from "../server/file-server.ts";
import type { FilePlan } from "./deployment-plan.ts";

type Fields = TaskFields<"deployments.run">;

/** Returns the hosted files to close, each once, with their encryption keys. */
export function filesToClose(fields: Fields, plans: readonly FilePlan[]): readonly FileToOpen[] {
  const files = plans.flatMap(({ hostedAs, isOpen, dataSource }, index): FileToOpen[] => {
    const file = fields.files[index];
    const own = hostedAs !== null && isOpen ? [{ filename: hostedAs, key: file?.target.encryptionKey }] : [];
    const data = dataSource !== null && dataSource.hostedAs !== null && dataSource.isOpen ? dataSource.hostedAs : null;
    const other =
      data !== null && file?.operation === "migrate" ? [{ filename: data, key: file.dataSource.encryptionKey }] : [];
    return [...own, ...other];
  });
  return unique(files);
}

/**
 * Returns the files to open at the end: files that were open before, new files, and files that an earlier part left closed for this one.
 */
export function filesToOpen(fields: Fields, plans: readonly FilePlan[], closed: readonly FileToOpen[]) {
  if (fields.keepsClosed) return [];
  const staying = namesOf([...fields.staysClosed, ...closedForGood(fields)]);
  const fresh = plans.flatMap(({ target, hostedAs, operation }, index) =>
    hostedAs === null && operation !== "close"
      ? [{ filename: basename(target), key: fields.files[index]?.target.encryptionKey }]
      : [],
  );
  const changed = namesOf(plans.flatMap(({ target, operation }) => (operation === "close" ? [] : [basename(target)])));
  return unique([...closed, ...fresh, ...leftForThis(fields)])
    .filter(({ filename }) => !staying.has(normalizedDatabaseName(filename)))
    .map((file) => ({ ...file, isChanged: changed.has(normalizedDatabaseName(file.filename)) }));
}

/** Returns the files that stay closed for the next part, which opens them. */
export function filesLeftClosed(fields: Fields, closed: readonly FileToOpen[]): readonly string[] {
  if (fields.keepsClosed) return [];
  const needed = namesOf(fields.staysClosed);
  const forGood = namesOf(closedForGood(fields));
  return unique([...closed, ...leftForThis(fields)])
    .map(({ filename }) => filename)
    .filter((name) => needed.has(normalizedDatabaseName(name)) && !forGood.has(normalizedDatabaseName(name)));
}

/** Uses this part's encryption key for a file, if it has one. */
function leftForThis({ opens, files }: Fields): readonly FileToOpen[] {
  return opens.map(({ file, encryptionKey }) => {
    const own = files.find(({ target }) => normalizedDatabaseName(target.file) === normalizedDatabaseName(file));
    return { filename: file, key: own?.target.encryptionKey ?? encryptionKey };
  });
}

function closedForGood({ files }: Fields): readonly string[] {
  return files.flatMap((file) => (file.operation === "close" ? [file.target.file] : []));
}

function namesOf(files: readonly string[]): ReadonlySet<string> {
  return new Set(files.map(normalizedDatabaseName));
}

function unique(files: readonly FileToOpen[]): readonly FileToOpen[] {
  const firsts = new Map<string, FileToOpen>();
  for (const file of files)
    if (!firsts.has(normalizedDatabaseName(file.filename))) firsts.set(normalizedDatabaseName(file.filename), file);
  return [...firsts.values()];
}
