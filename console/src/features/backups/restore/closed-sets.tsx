import type { OutputOf } from "../../../api/operations.ts";
import { backupMessages } from "../../../messages/english/installation/backups.ts";
import { Button } from "../../../ui/buttons/button.tsx";

const text = backupMessages.closedSets;

/** Notice of another installation's backups, with the recovery key that opens them. Empty if there are none. */
export function ClosedSets({
  sets,
  onOpen,
}: {
  readonly sets: OutputOf<"GET /svc/api/settings/offsite/backups">["closed_sets"];
  readonly onOpen: () => void;
}) {
  if (sets.length === 0) return null;
  const keys = [...new Set(sets.flatMap(({ recovery_keys }) => recovery_keys))];
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-sm text-warn">{text.closed(sets.length, keys)}</p>
      <Button needs="POST /svc/api/settings/offsite/recovery-key/open" onClick={onOpen}>
        {text.open}
      </Button>
    </div>
  );
}
