import type { Database } from "../../../../shared/files/contract.ts";
import { operationWords } from "../../words/operations.ts";
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
    const lacking = words.filter((word) => !file.filename.toLowerCase().includes(word));
    return operations
      .filter(({ name }) => lacking.every((word) => sayings[name].includes(word)))
      .filter((operation) => gateOf(operation, file, version) === undefined)
      .map(({ name }) => ({ operation: name, file: file.filename, text: saying(name, file.filename) }));
  });
}

/** An operation's question, said as what is wanted. */
function saying(operation: OperationName, file: string): string {
  return operationWords.dialog.title[operation](file).replace(/\?$/, "");
}

/** All that an operation is found by beside the file: once, however many files there are. */
const sayings = Object.fromEntries(
  operations.map(({ name }) => [name, `${saying(name, "")} ${operationWords.names[name]}`.toLowerCase()]),
) as Readonly<Record<OperationName, string>>;
