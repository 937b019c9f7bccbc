import { useMutation } from "@tanstack/react-query";
import type { Destination } from "#shared/notifications/contract.ts";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { notificationMessages } from "../../messages/english/events/notifications.ts";
import { SaveDialog } from "../../ui/dialogs/save-dialog.tsx";
import SecretDialog from "../../ui/dialogs/secret-dialog.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { LabelField } from "../../ui/fields/label-field.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { useDraft } from "../../ui/fields/use-draft.ts";
import { changesOf, type DestinationDraft, draftOf, missing, newDestination } from "./destination-draft.ts";
import { addressIn, staleDestinations } from "./destinations.ts";
import { EmailFields } from "./email-fields.tsx";
import { EventsField } from "./events-field.tsx";

const text = notificationMessages.dialog;
const create = "POST /svc/api/notifications/destinations";
const change = "PATCH /svc/api/notifications/destinations/{id}";
const kinds = Object.entries(notificationMessages.kinds).map(([value, label]) => ({
  value: value as DestinationDraft["kind"],
  text: label,
}));

/** Form for a destination of notifications: its address and its events. The kind of a stored destination can't be changed. */
export default function DestinationDialog({
  before,
  onClose,
}: {
  readonly before?: Destination | undefined;
  readonly onClose: () => void;
}) {
  const { draft, set, isMissing, send } = useDraft(
    () => draftOf(before),
    (filled) => missing(filled, before !== undefined),
  );
  const creating = useMutation(changing(create, staleDestinations));
  const saving = useMutation(changing(change, staleDestinations));
  const save = () => {
    if (before !== undefined) saving.mutate(changesOf(before, draft), { onSuccess: onClose });
    else
      creating.mutate(newDestination(draft), {
        onSuccess: ({ secret }) => {
          if (secret === null) onClose();
        },
      });
  };

  const secret = creating.data?.secret;
  if (secret)
    return (
      <SecretDialog
        secrets={[{ name: draft.label, secret }]}
        hint={notificationMessages.secretDialog.hint}
        onClose={onClose}
      />
    );
  return (
    <SaveDialog
      wide
      before={before?.label}
      labels={text}
      text={text.text}
      creating={creating}
      saving={saving}
      curl={() =>
        before === undefined ? pageCall(create, newDestination(draft)) : pageCall(change, changesOf(before, draft))
      }
      onClose={onClose}
      onSubmit={() => send(save)}
    >
      <LabelField text={text} isMissing={isMissing("label")} value={draft.label} onChange={(label) => set({ label })} />
      {before === undefined && (
        <SelectField label={text.kind} value={draft.kind} options={kinds} onChange={(kind) => set({ kind })} />
      )}
      {draft.kind === "email" ? (
        <EmailFields
          draft={draft}
          hasPassword={before?.target.type === "email" && before.target.hasPassword}
          isMissing={isMissing}
          onChange={set}
        />
      ) : (
        <TextField
          label={text.addresses[draft.kind]}
          type="url"
          autoComplete="off"
          hint={before === undefined ? undefined : text.addressKept(addressIn(before.target))}
          error={isMissing("address") ? text.needAddress : undefined}
          value={draft.address}
          onChange={({ target }) => set({ address: target.value })}
        />
      )}
      <SelectField
        label={text.severity}
        value={draft.severity}
        options={(["info", "warning", "error"] as const).map((value) => ({ value, text: text.severities[value] }))}
        onChange={(severity) => set({ severity })}
      />
      <EventsField events={draft.events} onChange={(events) => set({ events })} />
    </SaveDialog>
  );
}
