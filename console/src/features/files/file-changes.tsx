import { type ReactNode, useState } from "react";
import type { Database } from "#shared/files/contract.ts";
import { lazyPart } from "../../ui/lazy-part.ts";
import { actionsFor, asksFirst, type FileAction, fileActions } from "./file-actions.ts";
import { beginStateChange } from "./state-changes.ts";
import { StateChangesStrip } from "./state-changes-strip.tsx";

const ChangeStateDialog = lazyPart(() => import("./change-state-dialog.tsx"));

type ChangeFiles = (action: FileAction, files: readonly Database[]) => void;

/** Opens, closes, pauses and resumes files: asks for confirmation if necessary, and shows the progress in a strip. */
export function FileChanges({
  files,
  ask,
  onAsked,
  children,
}: {
  /** Files on the page. */
  readonly files: readonly Database[];
  /** Action in the address; the user has to confirm it. */
  readonly ask?: string | undefined;
  readonly onAsked?: () => void;
  readonly children: (change: ChangeFiles, strip: ReactNode) => ReactNode;
}) {
  const [asked, setAsked] = useState<{ readonly action: FileAction; readonly files: readonly Database[] }>();
  const change = (action: FileAction, chosen: readonly Database[]) => {
    if (asksFirst(action, chosen)) setAsked({ action, files: chosen });
    else beginStateChange({ action, files: chosen.map(({ filename }) => filename) });
  };
  const wanted = fileActions.find((action) => action === ask);
  const isWanted = wanted !== undefined && actionsFor(files).includes(wanted) && asksFirst(wanted, files);
  const shown = asked ?? (isWanted ? { action: wanted, files } : undefined);
  const close = () => {
    setAsked(undefined);
    if (ask !== undefined) onAsked?.();
  };
  return (
    <>
      {children(
        change,
        <StateChangesStrip
          files={files}
          onRetry={({ action, files: names }) =>
            change(
              action,
              files.filter(({ filename }) => names.includes(filename)),
            )
          }
        />,
      )}
      {shown && <ChangeStateDialog {...shown} onClose={close} />}
    </>
  );
}
