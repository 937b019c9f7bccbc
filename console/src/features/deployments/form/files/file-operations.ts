import type { Part } from "../request.ts";

export type EachFile = Extract<Part["fileOperations"], readonly unknown[]>;
export type FileOperation = EachFile[number];
export type OperationOf<Kind extends FileOperation["operation"]> = Extract<FileOperation, { readonly operation: Kind }>;
/** Files whose target names are made by a regular expression. */
export type ByExpression = Exclude<Part["fileOperations"], readonly unknown[]>;

export const operations = ["migrate", "install", "replace", "close"] as const;
export type Operation = (typeof operations)[number];

export interface Account {
  readonly user: string;
  readonly password: string;
}

/** Returns the file's source name; empty if it has no source. */
export function sourceName(operation: FileOperation): string {
  if (operation.operation === "close") return "";
  return operation.operation === "migrate" ? operation.clone.fileName : operation.source.fileName;
}

/** Returns the source names of all files with a source. */
export function sourceNamesOf(fileOperations: Part["fileOperations"]): string[] {
  const names = Array.isArray(fileOperations)
    ? fileOperations.map(sourceName)
    : fileOperations.files.map((file) =>
        file.operation === "close" ? "" : file.operation === "migrate" ? file.clone.fileName : file.source.fileName,
      );
  return [...new Set(names.filter((name) => name !== ""))];
}

/** Returns a new operation for a file on this server. */
export function newOperation(operation: Operation, target: string, source: string, account: Account): FileOperation {
  const here = { fileName: target };
  switch (operation) {
    case "migrate":
      return {
        operation,
        clone: { fileName: source, ...account },
        dataSource: { ...here, ...account },
        target: here,
      };
    case "install":
    case "replace":
      return { operation, source: { fileName: source }, target: here };
    case "close":
      return { operation, target: here };
  }
}

export function withSourceName(operation: FileOperation, fileName: string): FileOperation {
  if (operation.operation === "close") return operation;
  if (operation.operation === "migrate") return { ...operation, clone: { ...operation.clone, fileName } };
  return { ...operation, source: { ...operation.source, fileName } };
}

/** Returns the account of all migrations; undefined if there are none or they have different accounts. */
export function commonAccount(each: readonly FileOperation[]): Account | undefined {
  const accounts = each.flatMap((one) => (one.operation === "migrate" ? [one.clone, one.dataSource] : []));
  const [first] = accounts;
  const isSame = accounts.every(({ user, password }) => user === first?.user && password === first.password);
  return first && isSame ? { user: first.user, password: first.password } : undefined;
}

export function withAccount(operation: FileOperation, change: Partial<Account>): FileOperation {
  if (operation.operation !== "migrate") return operation;
  return {
    ...operation,
    clone: { ...operation.clone, ...change },
    dataSource: { ...operation.dataSource, ...change },
  };
}

/** Returns the password of all encrypted files; empty if there are none or they have different passwords. */
export function commonKey(each: readonly FileOperation[]): string {
  const keys = new Set(each.flatMap((one) => [keyInSource(one), keyHere(one)]));
  return keys.size === 1 ? ([...keys][0] ?? "") : "";
}

export function keyInSource(operation: FileOperation): string {
  if (operation.operation === "close") return keyHere(operation);
  return (operation.operation === "migrate" ? operation.clone : operation.source).encryptionKey ?? "";
}

export function keyHere({ target }: FileOperation): string {
  return target.encryptionKey ?? "";
}

export function withKeyInSource(operation: FileOperation, key: string): FileOperation {
  const encryptionKey = key || undefined;
  if (operation.operation === "close") return operation;
  if (operation.operation === "migrate") return { ...operation, clone: { ...operation.clone, encryptionKey } };
  return { ...operation, source: { ...operation.source, encryptionKey } };
}

export function withKeyHere(operation: FileOperation, key: string): FileOperation {
  const encryptionKey = key || undefined;
  const target = { ...operation.target, encryptionKey };
  if (operation.operation === "migrate")
    return { ...operation, target, dataSource: { ...operation.dataSource, encryptionKey } };
  return { ...operation, target } as FileOperation;
}

/** Returns the same files with names by a regular expression that doesn't change them. */
export function byExpression(each: readonly FileOperation[]): ByExpression {
  const account = commonAccount(each) ?? { user: "", password: "" };
  const files = each.map((one): ByExpression["files"][number] => {
    const source = { fileName: sourceName(one) };
    if (one.operation === "close") return one;
    return one.operation === "migrate" ? { operation: "migrate", clone: source } : { operation: one.operation, source };
  });
  return { regex: "^(.*)$", replacement: "$1", source: account, target: account, files };
}
