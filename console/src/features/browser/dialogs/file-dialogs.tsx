import type { OpenDialog } from "../open-dialog.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { NewFolderDialog, RenameDialog } from "./name-dialog.tsx";

/** Open dialog about files or a new folder. */
export default function FileDialogs({
  asked,
  folder,
  onClose,
  onDone,
}: {
  readonly asked: OpenDialog;
  readonly folder: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  if (asked.question === "folder") return <NewFolderDialog folder={folder} onClose={onClose} />;
  const { question, files } = asked;
  const [first] = files;
  if (first === undefined) return null;
  if (question === "link") return <LinkDialog file={first} onClose={onClose} />;
  if (question === "rename") return <RenameDialog file={first} onClose={onClose} />;
  if (question === "move") return <MoveDialog files={files} onClose={onClose} onDone={onDone} />;
  return <DeleteDialog files={files} onClose={onClose} onDone={onDone} />;
}
