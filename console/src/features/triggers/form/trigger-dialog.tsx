import { useMutation } from "@tanstack/react-query";
import type { Trigger } from "#shared/triggers/contract.ts";
import { pageCall } from "../../../api/curl.ts";
import type { Address } from "../../../api/operations.ts";
import { changing } from "../../../api/query.ts";
import { triggerMessages } from "../../../messages/english/events/triggers.ts";
import { SaveDialog } from "../../../ui/dialogs/save-dialog.tsx";
import SecretDialog from "../../../ui/dialogs/secret-dialog.tsx";
import { LabelField } from "../../../ui/fields/label-field.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { useDraft } from "../../../ui/fields/use-draft.ts";
import { targetText } from "../trigger-texts.ts";
import { AccessFields } from "./access-fields.tsx";
import { DestinationFields } from "./destination-fields.tsx";
import { changesOf, draftOf, missing, newTrigger } from "./draft.ts";
import { TableFields } from "./table-fields.tsx";

const text = triggerMessages.dialog;
const create = "POST /svc/api/triggers";
const change = "PATCH /svc/api/triggers/{id}";
const stale = [
  "GET /svc/api/triggers",
  "GET /svc/api/triggers/{id}",
  "GET /svc/api/audit",
] as const satisfies readonly Address[];

/** Form for a new or existing table trigger: its records and their destination. */
export default function TriggerDialog({
  before,
  onClose,
}: {
  readonly before?: Trigger | undefined;
  readonly onClose: () => void;
}) {
  const { draft, isSent, set, isMissing, send } = useDraft(
    () => draftOf(before),
    (filled) => missing(filled, before),
  );
  const creating = useMutation(changing(create, stale));
  const saving = useMutation(changing(change, stale));

  const done = ({ secrets }: { readonly secrets: readonly object[] }) => {
    if (secrets.length === 0) onClose();
  };
  const save = () => {
    if (before === undefined) creating.mutate(newTrigger(draft), { onSuccess: done });
    else saving.mutate(changesOf(before, draft), { onSuccess: done });
  };

  const made = creating.data ?? saving.data;
  if (made !== undefined && made.secrets.length > 0)
    return <SecretDialog secrets={namedSecrets(made)} hint={triggerMessages.secretDialog.hint} onClose={onClose} />;
  return (
    <SaveDialog
      needs={create}
      wide
      before={before?.label}
      labels={text}
      text={before === undefined ? text.text : text.changeText}
      creating={creating}
      saving={saving}
      curl={() =>
        before === undefined ? pageCall(create, newTrigger(draft)) : pageCall(change, changesOf(before, draft))
      }
      onClose={onClose}
      onSubmit={() => send(save)}
    >
      <LabelField text={text} isMissing={isMissing("label")} value={draft.label} onChange={(label) => set({ label })} />
      <AccessFields draft={draft} before={before} isMissing={isMissing} onChange={set} />
      <TableFields draft={draft} isTableMissing={isMissing("table")} onChange={set} />
      <DestinationFields draft={draft} before={before} isSent={isSent} isMissing={isMissing} onChange={set} />
      {before !== undefined && (
        <Switch
          label={text.drops}
          text={text.dropsText}
          checked={draft.dropsPending}
          onChange={(dropsPending) => set({ dropsPending })}
        />
      )}
    </SaveDialog>
  );
}

function namedSecrets({
  trigger,
  secrets,
}: {
  readonly trigger: Trigger;
  readonly secrets: readonly { readonly targetId: number; readonly secret: string }[];
}) {
  return secrets.map(({ targetId, secret }) => {
    const target = trigger.destination.targets.find(({ id }) => id === targetId);
    return { name: target === undefined ? trigger.label : targetText(target), secret };
  });
}
