import type { Database } from "#shared/files/contract.ts";
import { operationMessages } from "../../messages/operations.ts";
import { gateOf, type OperationName, operations, type ServerVersion } from "./operations.ts";

/** An operation on a file, as a search offers it. */
export interface FoundOperation {
  readonly operation: OperationName;
  readonly file: string;
  readonly text: string;
}

/** What can be done here with files, where name and operation together have every one of these small-letter words. */
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

/** An operation's question, said as what is wanted. */
function searchTextOf(operation: OperationName, file: string): string {
  return operationMessages.dialog.title[operation](file).replace(/\?$/, "");
}

/** All that an operation is found by beside the file: once, however many files there are. */
const searchTexts = Object.fromEntries(
  operations.map(({ name }) => [name, `${searchTextOf(name, "")} ${operationMessages.names[name]}`.toLowerCase()]),
) as Readonly<Record<OperationName, string>>;
