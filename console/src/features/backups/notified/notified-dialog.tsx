import { useMutation } from "@tanstack/react-query";
import type { InputOf } from "../../../api/operations.ts";
import { changing } from "../../../api/query.ts";
import { backupMessages } from "../../../messages/english/installation/backups.ts";
import { FormDialog } from "../../../ui/dialogs/form-dialog.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { useDraft } from "../../../ui/fields/use-draft.ts";
import { staleNotified } from "../stale-backups.ts";

const text = backupMessages.notified;
const address = "POST /svc/api/settings/offsite/notifications";
type Setting = InputOf<typeof address>;

const kinds = (["slack", "webhook"] as const).map((value) => ({ value, text: text.kinds[value] }));

/** Form for the destination of messages about offsite backups. The address is a secret and has to be typed for each change. */
export default function NotifiedDialog({ onClose }: { readonly onClose: () => void }) {
  const { draft, set, isMissing, send } = useDraft(
    () => ({ type: "slack" as Setting["type"], url: "", sendsSuccess: true }),
    ({ url }) => ({ url: !URL.canParse(url.trim()) }),
  );
  const save = useMutation(changing(address, staleNotified));
  const submit = () => {
    const { type, sendsSuccess: sendSuccessNotifications } = draft;
    const url = draft.url.trim();
    const input = { type, ...(type === "slack" ? { channelUrl: url } : { webhookUrl: url }), sendSuccessNotifications };
    save.mutate(input, {
      onSuccess: () => {
        announce(text.saved);
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={text.dialogTitle}
      text={text.dialogText}
      submit={text.submit}
      isBusy={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={() => send(submit)}
    >
      <SelectField label={text.kind} value={draft.type} options={kinds} onChange={(type) => set({ type })} />
      <TextField
        label={text.address}
        type="password"
        autoComplete="off"
        error={isMissing("url") ? text.needAddress : undefined}
        value={draft.url}
        onChange={({ target }) => set({ url: target.value })}
      />
      <Switch
        label={text.sendsSuccess}
        checked={draft.sendsSuccess}
        onChange={(sendsSuccess) => set({ sendsSuccess })}
      />
    </FormDialog>
  );
}
