import {
  Copy,
  Download,
  FileText,
  KeyRound,
  type LucideIcon,
  Pause,
  PencilLine,
  Play,
  Power,
  PowerOff,
  Trash2,
  Users,
  Wrench,
} from "lucide-react";
import type { Database } from "#shared/files/contract.ts";
import { fileMessages } from "../../messages/english/files.ts";
import { copyText } from "../../ui/buttons/copy-text.ts";
import { MenuButton } from "../../ui/menus/menu-button.tsx";
import type { MenuEntry } from "../../ui/menus/menu-entries.tsx";
import { actionsFor, addressOf, asksFirst, type FileAction } from "./file-actions.ts";

const text = fileMessages;
const icons: Readonly<Record<FileAction, LucideIcon>> = { open: Power, close: PowerOff, pause: Pause, resume: Play };

/** Handlers for menu entries that lead to other pages. */
export interface FileMenuHandlers {
  readonly onAction: (action: FileAction, files: readonly Database[]) => void;
  readonly onCreateKey: (files: readonly string[]) => void;
  readonly onShowClients: (file: string) => void;
  readonly onOpenPage?: (file: string) => void;
  readonly onOperation: (operation: "download" | "rename" | "delete", file: string) => void;
  readonly onAllOperations: (file: string) => void;
}

/** Menu with the actions for one file. */
export function FileMenu({
  file,
  ways,
  className,
}: {
  readonly file: Database;
  readonly ways: FileMenuHandlers;
  readonly className?: string;
}) {
  const { filename } = file;
  const states = actionsFor([file]).map(
    (action): MenuEntry => ({
      needs: addressOf(action),
      text: asksFirst(action, [file]) ? text.asks[action] : text.actions[action],
      icon: icons[action],
      onChoose: () => ways.onAction(action, [file]),
      danger: action === "close",
    }),
  );
  const { onOpenPage } = ways;
  return (
    <MenuButton
      label={text.actionsOf(filename)}
      {...(className !== undefined && { className })}
      groups={[
        [
          ...(onOpenPage ? [{ text: text.openPage, icon: FileText, onChoose: () => onOpenPage(filename) }] : []),
          {
            needs: "POST /svc/api/api-key",
            text: text.createKey,
            icon: KeyRound,
            onChoose: () => ways.onCreateKey([filename]),
          },
          { text: text.showClients, icon: Users, onChoose: () => ways.onShowClients(filename) },
          { text: text.copyName, icon: Copy, onChoose: () => void copyText(filename) },
        ],
        states,
        [
          {
            needs: "POST /svc/api/fm-file/download",
            text: text.operations.download,
            icon: Download,
            onChoose: () => ways.onOperation("download", filename),
          },
          {
            needs: "POST /svc/api/fm-file/rename",
            text: text.operations.rename,
            icon: PencilLine,
            onChoose: () => ways.onOperation("rename", filename),
          },
          {
            needs: "POST /svc/api/fm-file/rename",
            text: text.operations.all,
            icon: Wrench,
            onChoose: () => ways.onAllOperations(filename),
          },
        ],
        [
          {
            needs: "POST /svc/api/fm-file/delete",
            text: text.operations.delete,
            icon: Trash2,
            danger: true,
            onChoose: () => ways.onOperation("delete", filename),
          },
        ],
      ]}
    />
  );
}
