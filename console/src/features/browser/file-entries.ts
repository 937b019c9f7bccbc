import { Copy, CornerUpRight, Download, FolderOpen, Link2, PanelsTopLeft, Pencil, Ruler, Trash2 } from "lucide-react";
import type { HostFile } from "#shared/browser/contract.ts";
import type { GuardedAddress } from "../../api/role-for.ts";
import { browserMessages } from "../../messages/english/browser.ts";
import { copyText } from "../../ui/buttons/copy-text.ts";
import type { MenuEntry, MenuGroups } from "../../ui/menus/menu-entries.tsx";
import { download } from "./download.ts";

const text = browserMessages.actions;

/** Actions on a file that open a dialog first. */
export type FileQuestion = "link" | "rename" | "move" | "remove";

/** Handlers for the actions on a file or folder. */
export interface EntryHandlers {
  readonly onOpen: (path: string) => void;
  readonly onOpenPage: (filename: string) => void;
  readonly onCount: (path: string) => void;
  readonly onAsk: (question: FileQuestion, file: HostFile) => void;
}

/** Returns menu entries for the possible actions on a file or folder. */
export function fileEntries(file: HostFile, ways: EntryHandlers): MenuGroups {
  const { path, name, type, mark, capabilities } = file;
  const isFolder = type === "dir";
  const entry = (isThere: boolean, ...[label, icon, onChoose, needs]: EntryParts): readonly MenuEntry[] =>
    isThere ? [{ text: label, icon, onChoose, needs }] : [];
  const asks = (question: FileQuestion) => () => ways.onAsk(question, file);
  const { canDownload, canChange } = capabilities;
  return [
    [
      ...entry(isFolder, text.open, FolderOpen, () => ways.onOpen(path)),
      ...entry(mark === "hosted", text.page, PanelsTopLeft, () => ways.onOpenPage(name)),
      ...entry(
        canDownload,
        isFolder ? text.downloadZip : text.download,
        Download,
        () => download(file),
        "GET /svc/api/files/download",
      ),
      ...entry(canDownload, text.link, Link2, asks("link"), "GET /svc/api/files/get-download-link"),
      ...entry(isFolder, text.count, Ruler, () => ways.onCount(path), "GET /svc/api/files/size"),
      ...entry(true, text.copyPath, Copy, () => void copyText(path)),
    ],
    [
      ...entry(canChange, text.rename, Pencil, asks("rename"), "POST /svc/api/files/move"),
      ...entry(canChange, text.move, CornerUpRight, asks("move"), "POST /svc/api/files/move"),
    ],
    entry(canChange, text.remove, Trash2, asks("remove"), "DELETE /svc/api/files").map((each) => ({
      ...each,
      danger: true,
    })),
  ];
}

type EntryParts = readonly [text: string, icon: MenuEntry["icon"], onChoose: () => void, needs?: GuardedAddress];
