import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { changing } from "../../api/query.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { useServerName } from "../../ui/server-name.tsx";
import { announce } from "../../ui/toasts.tsx";
import { plural } from "../../words/plural.ts";
import { words } from "../../words/words.ts";
import { isInUse } from "./key-chips.ts";
import type { KeyKind } from "./key-kinds.ts";

const text = words.keys.remove;

/** What a row must say of itself to be deleted knowingly. */
export interface Doomed {
  readonly id: number;
  readonly label: string | null;
  readonly key: string;
  readonly last_used: string | null;
}

/** Names what goes, and who will notice at once. The safe button has the focus. */
export default function DeleteKeysDialog({
  kind,
  rows,
  onClose,
  onDeleted,
}: {
  readonly kind: KeyKind;
  readonly rows: readonly Doomed[];
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}) {
  const safe = useRef<HTMLButtonElement>(null);
  const { nickname } = useServerName();
  const remove = useMutation(changing(kind.bulkDelete, [kind.list, "GET /svc/api/audit"]));
  const count = plural(rows.length, words.keys.one, words.keys.many);
  const submit = () =>
    remove.mutate(
      { keys: rows.map(({ id }) => id) },
      {
        onSuccess: () => {
          announce(text.done(count));
          onDeleted();
        },
      },
    );
  const now = Date.now();
  return (
    <Dialog
      open
      danger
      onClose={onClose}
      title={text.title(count)}
      text={text.text(nickname)}
      initialFocus={safe}
      actions={
        <>
          <Button ref={safe} onClick={onClose}>
            {words.dialog.cancel}
          </Button>
          <Button look="danger" busy={remove.isPending} onClick={submit}>
            {text.submit(count)}
          </Button>
        </>
      }
    >
      <ul className="divide-y divide-line rounded-md border border-line">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center gap-2 px-3 py-2">
            <span className="min-w-0 flex-1 truncate font-medium">{row.label || words.keys.noLabel}</span>
            {isInUse(row, now) && <Chip tone="warn">{text.recent}</Chip>}
            <code className="font-mono text-muted text-sm">{row.key}</code>
          </li>
        ))}
      </ul>
      {remove.error && (
        <div className="mt-4">
          <Refusal error={remove.error} />
        </div>
      )}
    </Dialog>
  );
}
