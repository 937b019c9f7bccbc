import { useMutation } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { inPortions } from "../../../api/in-portions.ts";
import { changing } from "../../../api/query.ts";
import { serviceNow } from "../../../api/service-clock.ts";
import { useDependents } from "../../../dependents/use-dependents.tsx";
import { messages } from "../../../messages/messages.ts";
import { DangerDialog } from "../../../ui/dialogs/danger-dialog.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { isInUse } from "../key-chips.ts";
import type { KeyKind } from "../key-kinds.ts";
import type { KeyToDelete } from "./key-to-delete.ts";

const KeysToDelete = lazyPart(() => import("./keys-to-delete.tsx"));
const text = messages.keys.remove;

/** Number of keys from which the number has to be typed. */
const manyKeys = 5;

/** Maximum number of keys per call. */
const maxAtOnce = 1_000;

/** Asks for confirmation with the keys to delete, and marks those in use. */
export default function DeleteKeysDialog({
  kind,
  rows,
  onClose,
  onDeleted,
}: {
  readonly kind: KeyKind;
  readonly rows: readonly KeyToDelete[];
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}) {
  const { onSuccess: readAnew } = changing(kind.bulkDelete, [kind.list, "GET /svc/api/audit"]);
  const remove = useMutation({
    mutationFn: (ids: readonly number[]) => inPortions(ids, maxAtOnce, (keys) => call(kind.bulkDelete, { keys })),
    // If a later call was refused, some keys are already deleted.
    onSettled: readAnew,
  });
  const count = messages.keys.count(rows.length);
  const go = () =>
    remove.mutate(
      rows.map(({ id }) => id),
      {
        onSuccess: () => {
          announce(text.done(count));
          onDeleted();
        },
      },
    );
  const now = serviceNow();
  const used = rows.filter((row) => isInUse(row, now));
  const [first] = rows;
  const affected = useDependents(
    "delete",
    rows.map(({ id }) => ({ kind: kind.object, id: String(id) })),
  );
  return (
    <DangerDialog
      title={text.title(count)}
      text={text.text}
      typedName={(rows.length === 1 && first?.label) || String(rows.length)}
      typedReason={reasonToType(rows.length, used.length)}
      affected={affected}
      submit={text.submit(count)}
      isBusy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={go}
    >
      <KeysToDelete rows={rows} used={used} />
    </DangerDialog>
  );
}

/** Returns the reason why the deletion has to be confirmed by typing. Undefined if it doesn't. */
function reasonToType(count: number, used: number): string | undefined {
  if (used > 0) return text.typeUsed(used);
  return count >= manyKeys ? text.typeMany : undefined;
}
