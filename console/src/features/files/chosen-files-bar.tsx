import { KeyRound } from "lucide-react";
import { fileMessages } from "../../messages/english/files.ts";
import { Button } from "../../ui/buttons/button.tsx";
import type { Selection } from "../../ui/tables/selection.ts";
import { SelectionBar } from "../../ui/tables/selection-bar.tsx";
import { actionsFor, addressOf, asksFirst } from "./file-actions.ts";
import type { FileRow } from "./file-list.ts";
import type { FileMenuHandlers } from "./file-menu.tsx";

const text = fileMessages;

/** Actions for the selected files. */
export function ChosenFilesBar({
  chosen,
  rows,
  selection,
  ways,
}: {
  readonly chosen: readonly FileRow[];
  readonly rows: readonly FileRow[];
  readonly selection: Selection;
  readonly ways: FileMenuHandlers;
}) {
  return (
    <SelectionBar
      text={text.selected(chosen.length)}
      chosen={chosen.length}
      ids={rows.map(({ id }) => id)}
      selection={selection}
    >
      {actionsFor(chosen).map((action) => (
        <Button needs={addressOf(action)} key={action} onClick={() => ways.onAction(action, chosen)}>
          {asksFirst(action, chosen) ? text.asks[action] : text.actions[action]}
        </Button>
      ))}
      <Button
        needs="POST /svc/api/api-key"
        look="primary"
        onClick={() => ways.onCreateKey(chosen.map(({ filename }) => filename))}
      >
        <KeyRound aria-hidden size={15} />
        {text.createKey}
      </Button>
    </SelectionBar>
  );
}
