import type { Database } from "#shared/files/contract.ts";
import { operationMessages } from "../../messages/english/operations.ts";
import { gateOf, type OperationName, operations, type ServerVersion } from "./operations.ts";

/** Operation on a file, as a search result. */
export interface FoundOperation {
  readonly operation: OperationName;
  readonly file: string;
  readonly text: string;
}

/** Returns the available operations whose name and file together contain all words. `words`: lowercase. */
export function foundOperations(
  files: readonly Database[],
  version: ServerVersion | undefined,
  words: readonly string[],
): readonly FoundOperation[] {
  return files.flatMap((file) => {
    const missing = words.filter((word) => !file.filename.toLowerCase().includes(word));
    return operations
      .filter(({ name }) => missing.every((word) => searchTexts[name].includes(word)))
      .filter((operation) => gateOf(operation, file, version) === undefined)
      .map(({ name }) => ({ operation: name, file: file.filename, text: searchTextOf(name, file.filename) }));
  });
}

/** Returns the title of an operation's dialog as a statement. */
function searchTextOf(operation: OperationName, file: string): string {
  return operationMessages.dialog.title[operation](file).replace(/\?$/, "");
}

/** Lowercase search text of each operation without the file, computed once for all files. */
const searchTexts = Object.fromEntries(
  operations.map(({ name }) => [name, `${searchTextOf(name, "")} ${operationMessages.names[name]}`.toLowerCase()]),
) as Readonly<Record<OperationName, string>>;
