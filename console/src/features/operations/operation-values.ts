import type { OperationName } from "./operations.ts";

/** Input of the user. Passwords exist only here, until the dialog is closed. */
export interface OperationValues {
  readonly isInPlace: boolean;
  readonly filename: string;
  readonly newName: string;
  readonly isCopy: boolean;
  readonly withContainers: boolean;
  readonly username: string;
  readonly password: string;
  readonly encryptionKey: string;
  readonly newKey: string;
  readonly newKeyAgain: string;
  readonly hint: string;
  readonly sharedId: string;
  readonly openStorage: boolean;
  readonly withInfo: boolean;
  readonly generate: "rebuild" | "datablocks" | "asis";
  readonly rebuildIndex: "now" | "later" | "false";
  readonly skipSchema: boolean;
  readonly skipStructure: boolean;
  readonly keepCaches: boolean;
  readonly bypass: boolean;
  readonly patchPath: string;
  readonly keepBackup: boolean;
  readonly message: string;
  readonly force: boolean;
}

const additions: Readonly<Partial<Record<OperationName, string>>> = {
  selfContained: " self-contained",
  compress: " compressed",
  recover: " recovered",
  encrypt: " encrypted",
  decrypt: " decrypted",
};

/** Returns the initial values. By default, recovery and the removal of accounts keep the original file. */
export function firstValues(operation: OperationName, file: string): OperationValues {
  const stem = file.replace(/\.fmp12$/i, "");
  return {
    isInPlace: operation !== "recover" && operation !== "noAdmin",
    filename: stem + (additions[operation] ?? " copy"),
    newName: stem,
    isCopy: false,
    withContainers: true,
    username: "",
    password: "",
    encryptionKey: "",
    newKey: "",
    newKeyAgain: "",
    hint: "",
    sharedId: "",
    openStorage: false,
    withInfo: false,
    generate: "rebuild",
    rebuildIndex: "now",
    skipSchema: false,
    skipStructure: false,
    keepCaches: false,
    bypass: false,
    patchPath: "",
    keepBackup: true,
    message: "",
    force: false,
  };
}

/** Returns the names of required fields that are empty. */
export function missingIn(
  operation: OperationName,
  file: string,
  values: OperationValues,
): ReadonlySet<keyof OperationValues> {
  const { isInPlace, filename, newName, newKey, newKeyAgain, sharedId, patchPath } = values;
  const hasCopy = operation === "selfContained" || (operation in additions && !isInPlace);
  const isSame = newName.trim().toLowerCase() === file.replace(/\.fmp12$/i, "").toLowerCase();
  const missing: readonly (readonly [keyof OperationValues, boolean])[] = [
    ["filename", hasCopy && filename.trim() === ""],
    ["newName", operation === "rename" && (newName.trim() === "" || isSame)],
    ["newKey", operation === "encrypt" && newKey === ""],
    ["newKeyAgain", operation === "encrypt" && newKeyAgain !== newKey],
    ["sharedId", operation === "encrypt" && sharedId.trim() === ""],
    ["patchPath", operation === "patch" && patchPath.trim() === ""],
    ["encryptionKey", operation === "decrypt" && values.encryptionKey === ""],
  ];
  return new Set(missing.filter(([, isMissing]) => isMissing).map(([name]) => name));
}
