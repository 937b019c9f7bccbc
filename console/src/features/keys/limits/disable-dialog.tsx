import { useMutation } from "@tanstack/react-query";
import type { AdminApiKey, DataApiKey } from "#shared/keys/contract.ts";
import { changing } from "../../../api/query.ts";
import { useDependents } from "../../../dependents/use-dependents.tsx";
import { keyLimitsMessages } from "../../../messages/english/keys/key-limits.ts";
import { messages } from "../../../messages/messages.ts";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import type { KeyKind } from "../key-kinds.ts";

const text = keyLimitsMessages;

/** Asks before a key is disabled, with the time of its last use. */
export default function DisableDialog({
  kind,
  row,
  onClose,
}: {
  readonly kind: KeyKind;
  readonly row: DataApiKey | AdminApiKey;
  readonly onClose: () => void;
}) {
  const change = useMutation(changing(kind.update, [kind.list, kind.one, "GET /svc/api/audit"]));
  const affected = useDependents("disable", [{ kind: kind.object, id: String(row.id) }]);
  return (
    <ConfirmDialog
      title={text.disableTitle(row.label || messages.keys.noLabel)}
      text={text.disableText}
      submit={text.disable}
      change={change}
      affected={affected}
      input={{ key: String(row.id), isDisabled: true }}
      done={() => text.disabled}
      onClose={onClose}
    >
      <p>
        {text.lastUse} <Moment at={row.last_used} />
      </p>
    </ConfirmDialog>
  );
}
