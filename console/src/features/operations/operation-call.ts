import type { Address, InputOf, OutputOf } from "../../api/operations.ts";
import type { OperationValues } from "./operation-values.ts";
import type { OperationName } from "./operations.ts";

type Started = { readonly processId: number };
type StartAddress = {
  readonly [A in Address]: A extends `POST /svc/api/fm-file/${string}`
    ? OutputOf<A> extends Started
      ? A
      : never
    : never;
}[Address];

/** Call that starts an operation. Its answer has the process to follow. */
export type OperationCall = {
  readonly [A in StartAddress]: { readonly address: A; readonly input: InputOf<A> };
}[StartAddress];

/** Returns the call for an operation on a file. */
export function operationCall(
  operation: Exclude<OperationName, "download">,
  file: string,
  values: OperationValues,
): OperationCall {
  const { message, force, encryptionKey, username, password } = values;
  const closing = { message: message.trim(), force };
  const key = given({ encryptionKey });
  const opener = given({ username: username.trim(), password });
  const beside = { sourceFile: file, inPlace: values.isInPlace, ...opener, ...key, ...closing };
  const copy = { sourceFile: file, targetFile: { filename: values.filename.trim() } };
  const target = values.isInPlace ? { sourceFile: file, inPlace: true } : copy;
  switch (operation) {
    case "selfContained":
      return {
        address: "POST /svc/api/fm-file/copy-self-contained",
        input: { ...copy, ...opener, ...key, ...closing },
      };
    case "xml":
      return {
        address: "POST /svc/api/fm-file/{filename}/save-as-xml",
        input: {
          filename: file,
          includeDdrInfo: values.withInfo,
          saveToDocuments: true,
          ...opener,
          ...key,
        },
      };
    case "check":
      return { address: "POST /svc/api/fm-file/check-consistency", input: { sourceFile: file, ...key, ...closing } };
    case "compress":
      return { address: "POST /svc/api/fm-file/copy-compress", input: { ...target, ...opener, ...key, ...closing } };
    case "recover": {
      const { generate, rebuildIndex, skipSchema, skipStructure, keepCaches, bypass } = values;
      const how = { generate, rebuildIndex, skipSchema, skipStructure, keepCaches, bypass };
      // A bypass of authentication requires an account name; other operations use Admin by default.
      const named = bypass ? { username: "Admin", ...opener } : opener;
      return { address: "POST /svc/api/fm-file/recover", input: { ...target, ...how, ...named, ...key, ...closing } };
    }
    case "rename":
      return {
        address: "POST /svc/api/fm-file/rename",
        input: {
          fileName: file,
          newFileName: values.newName.trim(),
          copy: values.isCopy,
          copyContainerData: values.isCopy && values.withContainers,
          ...key,
          ...closing,
        },
      };
    case "patch":
      return {
        address: "POST /svc/api/fm-file/apply-patch",
        input: {
          sourceFile: file,
          patchFiles: [values.patchPath.trim()],
          keepBackup: values.keepBackup,
          ...opener,
          ...key,
          ...closing,
        },
      };
    case "uuid":
      return { address: "POST /svc/api/fm-file/reset-file-uuid", input: beside };
    case "kiosk":
      return { address: "POST /svc/api/fm-file/enable-kiosk", input: beside };
    case "noAdmin":
      return { address: "POST /svc/api/fm-file/remove-admin-access", input: beside };
    case "encrypt":
      return {
        address: "POST /svc/api/fm-file/encrypt",
        input: {
          ...target,
          ...opener,
          ...given({ currentEncryptionKey: encryptionKey }),
          encryptionKey: values.newKey,
          encryptionKeyHint: values.hint.trim(),
          sharedID: values.sharedId.trim(),
          openStorage: values.openStorage,
          ...closing,
        },
      };
    case "decrypt":
      return { address: "POST /svc/api/fm-file/decrypt", input: { ...target, ...opener, encryptionKey, ...closing } };
    case "delete":
      return { address: "POST /svc/api/fm-file/delete", input: { files: [file], ...closing } };
  }
}

/** Omits empty fields, for which the service has defaults. */
function given<Fields extends Readonly<Record<string, string>>>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "")) as Partial<Fields>;
}
