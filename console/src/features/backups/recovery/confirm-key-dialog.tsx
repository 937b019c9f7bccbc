import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changing } from "../../../api/query.ts";
import { backupMessages } from "../../../messages/english/installation/backups.ts";
import { FormDialog } from "../../../ui/dialogs/form-dialog.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { useDraft } from "../../../ui/fields/use-draft.ts";
import { staleKeys } from "../stale-backups.ts";

const text = backupMessages.recoveryKey;
const address = "POST /svc/api/settings/offsite/recovery-key/confirm";

/** Form for groups of the recovery key, typed from its sheet: pasted text wouldn't prove that a printed sheet exists. */
export default function ConfirmKeyDialog({
  groups,
  onClose,
}: {
  readonly groups: readonly number[];
  readonly onClose: () => void;
}) {
  const { draft, set, isMissing, send } = useDraft(
    (): Readonly<Record<number, string>> => ({}),
    (typed) => Object.fromEntries(groups.map((number) => [number, (typed[number] ?? "").trim() === ""])),
  );
  const stale = useQueryClient();
  const confirm = useMutation({
    ...changing(address, staleKeys),
    // The service then asks for different groups.
    onError: () => void stale.invalidateQueries({ queryKey: ["GET /svc/api/settings/offsite/recovery-key"] }),
  });
  const input = () => ({ groups: groups.map((number) => ({ number, text: (draft[number] ?? "").trim() })) });
  const submit = () =>
    confirm.mutate(input(), {
      onSuccess: () => {
        announce(text.isConfirmed);
        onClose();
      },
    });
  return (
    <FormDialog
      title={text.confirmTitle}
      text={text.confirmText}
      submit={text.confirmSubmit}
      isBusy={confirm.isPending}
      error={confirm.error}
      onClose={onClose}
      onSubmit={() => send(submit)}
    >
      {groups.map((number) => (
        <TextField
          key={number}
          label={text.group(number)}
          maxLength={20}
          autoComplete="off"
          spellCheck={false}
          error={isMissing(String(number)) ? text.needGroup : undefined}
          value={draft[number] ?? ""}
          onPaste={(event) => event.preventDefault()}
          onChange={({ target }) => set({ [number]: target.value })}
        />
      ))}
    </FormDialog>
  );
}
