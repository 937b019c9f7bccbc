import {
  ArchiveRestore,
  BadgeX,
  Database,
  Download,
  FileCode,
  Fingerprint,
  Lock,
  LockOpen,
  type LucideIcon,
  Package,
  PencilLine,
  PictureInPicture,
  ScanSearch,
  Shrink,
  Trash2,
} from "lucide-react";
import type { Database as HostedFile } from "#shared/files/contract.ts";
import { operationMessages } from "../../messages/english/operations.ts";

export type OperationName = keyof typeof operationMessages.names;

/** Input that a dialog asks for. */
export type OperationPart =
  | "copyOf"
  | "place"
  | "beside"
  | "rename"
  | "recover"
  | "xml"
  | "patch"
  | "newKey"
  | "account"
  | "key"
  | "closing";

interface Operation {
  readonly name: OperationName;
  readonly group: keyof typeof operationMessages.groups;
  readonly icon: LucideIcon;
  readonly parts: readonly OperationPart[];
  /** True if the operation can't be undone or removes the file. */
  readonly danger?: boolean;
  /** First release of FileMaker Server with the required tools. */
  readonly since?: number;
}

/** Operations on a hosted file as a whole. */
export const operations: readonly Operation[] = [
  { name: "download", group: "get", icon: Download, parts: [] },
  {
    name: "selfContained",
    group: "get",
    icon: Package,
    parts: ["copyOf", "account", "key", "closing"],
  },
  { name: "xml", group: "get", icon: FileCode, parts: ["xml", "account", "key"] },
  { name: "check", group: "care", icon: ScanSearch, parts: ["key", "closing"] },
  { name: "compress", group: "care", icon: Shrink, parts: ["place", "account", "key", "closing"] },
  { name: "recover", group: "care", icon: ArchiveRestore, parts: ["place", "recover", "account", "key", "closing"] },
  { name: "rename", group: "change", icon: PencilLine, parts: ["rename", "key", "closing"] },
  { name: "patch", group: "change", icon: Database, parts: ["patch", "account", "key", "closing"], since: 26 },
  { name: "uuid", group: "change", icon: Fingerprint, parts: ["beside", "account", "key", "closing"], since: 22 },
  { name: "kiosk", group: "change", icon: PictureInPicture, parts: ["beside", "account", "key", "closing"] },
  { name: "encrypt", group: "protect", icon: Lock, parts: ["place", "newKey", "account", "key", "closing"] },
  { name: "decrypt", group: "protect", icon: LockOpen, parts: ["place", "account", "key", "closing"] },
  {
    name: "noAdmin",
    group: "protect",
    icon: BadgeX,
    parts: ["beside", "account", "key", "closing"],
    danger: true,
  },
  { name: "delete", group: "protect", icon: Trash2, parts: ["closing"], danger: true },
];

export function operationNamed(name: string | undefined): Operation | undefined {
  return operations.find((operation) => operation.name === name);
}

export interface ServerVersion {
  readonly major: number;
  readonly short: string;
}

/** Returns the reason why an operation is unavailable; undefined if it is available as far as Latchkey knows. */
export function gateOf(
  { name, since = 0 }: Operation,
  { isEncrypted, state }: Pick<HostedFile, "isEncrypted" | "state">,
  version: ServerVersion | undefined,
): string | undefined {
  if (version && version.major > 0 && version.major < since)
    return operationMessages.needsServer(String(since), version.short);
  // This also works for closed files: FileMaker Server reports the encryption of every file.
  if (name === "decrypt" && !isEncrypted && state !== "changing") return operationMessages.notEncrypted;
  return undefined;
}
