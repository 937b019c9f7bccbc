import { useMutation } from "@tanstack/react-query";
import { changing } from "../../../api/query.ts";
import { useDependents } from "../../../dependents/use-dependents.tsx";
import { backupMessages } from "../../../messages/english/installation/backups.ts";
import { FormDialog } from "../../../ui/dialogs/form-dialog.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { useDraft } from "../../../ui/fields/use-draft.ts";
import { staleLocations } from "../stale-backups.ts";
import type { Location } from "./locations.ts";

const text = backupMessages.secretDialog;

/** Form for a new secret of the same access key. The new secret is tested before it replaces the old one. */
export default function LocationSecretDialog({
  location: { id, label },
  onClose,
}: {
  readonly location: Pick<Location, "id" | "label">;
  readonly onClose: () => void;
}) {
  const { draft, set, isMissing, send } = useDraft(
    () => ({ secret: "" }),
    ({ secret }) => ({ secret: secret === "" }),
  );
  const affected = useDependents("replace", [{ kind: "offsite-location", id }]);
  const save = useMutation(changing("PATCH /svc/api/settings/offsite/remotes/{remote_name}", staleLocations));
  const submit = () =>
    save.mutate(
      { remote_name: id, secret_access_key: draft.secret },
      {
        onSuccess: () => {
          announce(text.saved(label));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={text.title(label)}
      text={text.text}
      submit={text.submit}
      isBusy={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={() => send(submit)}
    >
      <TextField
        label={backupMessages.locationDialog.secret}
        type="password"
        autoComplete="new-password"
        error={isMissing("secret") ? backupMessages.locationDialog.needSecret : undefined}
        value={draft.secret}
        onChange={({ target }) => set({ secret: target.value })}
      />
      {affected.list}
    </FormDialog>
  );
}
