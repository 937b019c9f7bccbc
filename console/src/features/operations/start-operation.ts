import { call } from "../../api/client.ts";
import type { OperationValues } from "./operation-values.ts";
import type { OperationName } from "./operations.ts";

type Started = { readonly processId: number };

/** Asks the service to begin. Answers with the process to follow it by. */
export function startOperation(
  operation: Exclude<OperationName, "download">,
  file: string,
  values: OperationValues,
): Promise<Started> {
  const { message, force, encryptionKey, username, password } = values;
  const closing = { message: message.trim(), force };
  const key = given({ encryptionKey });
  const opener = given({ username: username.trim(), password });
  const beside = { sourceFile: file, inPlace: values.isInPlace, ...opener, ...key, ...closing };
  const copy = { sourceFile: file, targetFile: { filename: values.filename.trim() } };
  const target = values.isInPlace ? { sourceFile: file, inPlace: true } : copy;
  switch (operation) {
    case "selfContained":
      return call("POST /svc/api/fm-file/copy-self-contained", { ...copy, ...opener, ...key, ...closing });
    case "xml":
      return call("POST /svc/api/fm-file/{filename}/save-as-xml", {
        filename: file,
        includeDdrInfo: values.withInfo,
        saveToDocuments: true,
        ...opener,
        ...key,
      });
    case "check":
      return call("POST /svc/api/fm-file/check-consistency", { sourceFile: file, ...key, ...closing });
    case "compress":
      return call("POST /svc/api/fm-file/copy-compress", { ...target, ...opener, ...key, ...closing });
    case "recover": {
      const { generate, rebuildIndex, skipSchema, skipStructure, keepCaches, bypass } = values;
      const how = { generate, rebuildIndex, skipSchema, skipStructure, keepCaches, bypass };
      // What is bypassed is the account's: this one operation wants it named, where the others take Admin by themselves.
      const named = bypass ? { username: "Admin", ...opener } : opener;
      return call("POST /svc/api/fm-file/recover", { ...target, ...how, ...named, ...key, ...closing });
    }
    case "rename":
      return call("POST /svc/api/fm-file/rename", {
        fileName: file,
        newFileName: values.newName.trim(),
        copy: values.isCopy,
        copyContainerData: values.isCopy && values.withContainers,
        ...key,
        ...closing,
      });
    case "patch":
      return call("POST /svc/api/fm-file/apply-patch", {
        sourceFile: file,
        patchFiles: [values.patchPath.trim()],
        keepBackup: values.keepBackup,
        ...opener,
        ...key,
        ...closing,
      });
    case "uuid":
      return call("POST /svc/api/fm-file/reset-file-uuid", beside);
    case "kiosk":
      return call("POST /svc/api/fm-file/enable-kiosk-mode", beside);
    case "noAdmin":
      return call("POST /svc/api/fm-file/remove-admin-access", beside);
    case "encrypt":
      return call("POST /svc/api/fm-file/encrypt", {
        ...target,
        ...opener,
        ...given({ currentEncryptionKey: encryptionKey }),
        encryptionKey: values.newKey,
        encryptionKeyHint: values.hint.trim(),
        sharedID: values.sharedId.trim(),
        openStorage: values.openStorage,
        ...closing,
      });
    case "decrypt":
      return call("POST /svc/api/fm-file/decrypt", { ...target, ...opener, encryptionKey, ...closing });
    case "delete":
      return call("POST /svc/api/fm-file/delete", { files: [file], ...closing });
  }
}

/** Only what was filled in: the service has defaults for the rest. */
function given<Fields extends Readonly<Record<string, string>>>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "")) as Partial<Fields>;
}
