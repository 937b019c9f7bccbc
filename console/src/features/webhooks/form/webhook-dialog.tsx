import { useMutation, useQuery } from "@tanstack/react-query";
import type { Webhook } from "#shared/webhooks/contract.ts";
import { call } from "../../../api/client.ts";
import { pageCall } from "../../../api/curl.ts";
import type { Address } from "../../../api/operations.ts";
import { changing, reading } from "../../../api/query.ts";
import { webhookMessages } from "../../../messages/english/events/webhooks.ts";
import { SaveDialog } from "../../../ui/dialogs/save-dialog.tsx";
import { Choice } from "../../../ui/fields/choice.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { LabelField } from "../../../ui/fields/label-field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { useDraft } from "../../../ui/fields/use-draft.ts";
import { KeyField, type NewKey } from "../key-field.tsx";
import { ReceiverCheck } from "../receiver-check.tsx";
import { RegisteredDialog } from "../registered-dialog.tsx";
import { nameOf } from "../webhook-texts.ts";
import { draftOf, missing, newWebhook, settingsOf, type WebhookDraft } from "./draft.ts";
import { SettingsFields } from "./settings-fields.tsx";
import { VerificationFields } from "./verification-fields.tsx";

const text = webhookMessages.dialog;
const create = "POST /svc/api/webhooks";
const change = "PATCH /svc/api/webhooks/{id}";
const secretOf = "POST /svc/api/webhooks/{id}/secret";
const stale = [
  "GET /svc/api/webhooks",
  "GET /svc/api/webhooks/{id}",
  "GET /svc/api/audit",
] as const satisfies readonly Address[];

/** Form for a new or existing webhook. Shows requirements that the file doesn't meet while file and key are selected. */
export default function WebhookDialog({
  before,
  filename = "",
  newKey,
  onClose,
}: {
  readonly before?: Webhook | undefined;
  /** File of the webhook, if it is known. */
  readonly filename?: string;
  readonly newKey: NewKey;
  readonly onClose: () => void;
}) {
  const hasSecret = before?.hasSecret ?? false;
  const { draft, set, isMissing, send } = useDraft(
    () => draftOf(before, filename),
    (filled) => missing(filled, hasSecret),
  );
  const creating = useMutation(changing(create, stale));
  const saving = useMutation({ ...changing(change, stale), mutationFn: () => saved(before, draft) });
  const { settings } = draft;

  const save = () => {
    if (before === undefined) creating.mutate(newWebhook(draft));
    else saving.mutate(undefined, { onSuccess: onClose });
  };

  if (creating.data)
    return (
      <RegisteredDialog
        webhook={creating.data}
        chosenKey={draft.chosenKey}
        {...(draft.isSecretMade && { secret: draft.secret })}
        onClose={onClose}
      />
    );
  return (
    <SaveDialog
      needs={create}
      wide
      before={before && nameOf(before)}
      labels={text}
      text={text.text}
      creating={creating}
      saving={saving}
      curl={() =>
        before === undefined
          ? pageCall(create, newWebhook(draft))
          : pageCall(change, { id: before.id, ...changesOf(before, draft) })
      }
      onClose={onClose}
      onSubmit={() => send(save)}
    >
      <LabelField text={text} isMissing={isMissing("label")} value={draft.label} onChange={(label) => set({ label })} />
      {before === undefined && (
        <>
          <FileField
            filename={draft.filename}
            isMissing={isMissing("file")}
            onChange={(next) => set({ filename: next, chosenKey: 0 })}
          />
          <TextField
            label={text.channel}
            hint={text.channelHint}
            maxLength={100}
            error={isMissing("channel") ? text.needChannel : undefined}
            value={draft.channel}
            onChange={({ target }) => set({ channel: target.value })}
          />
          <Choice
            label={text.content}
            value={draft.takesFiles ? "files" : "text"}
            options={[
              { value: "text", label: text.texts, text: text.textsText },
              { value: "files", label: text.files, text: text.filesText },
            ]}
            onChange={(content) => set({ takesFiles: content === "files" })}
          />
        </>
      )}
      <KeyField
        filename={draft.filename}
        chosenKey={draft.chosenKey}
        newKey={newKey}
        onChange={(chosenKey) => set({ chosenKey })}
      />
      <ReceiverCheck
        filename={draft.filename}
        chosenKey={draft.chosenKey}
        layout={settings.layout}
        script={settings.script}
        {...(draft.takesFiles && { containerField: settings.containerField })}
      />
      <VerificationFields
        draft={draft}
        hasSecret={hasSecret}
        missing={{ secret: isMissing("secret"), header: isMissing("header") }}
        onChange={set}
      />
      <Choice
        label={text.answer}
        value={settings.answerMode}
        options={[
          { value: "result", label: text.result, text: text.resultText },
          { value: "accepted", label: text.accepted, text: text.acceptedText },
        ]}
        onChange={(answerMode) => set({ settings: { ...settings, answerMode } })}
      />
      <SettingsFields draft={draft} onChange={set} />
    </SaveDialog>
  );
}

function FileField({
  filename,
  isMissing,
  onChange,
}: {
  readonly filename: string;
  readonly isMissing: boolean;
  readonly onChange: (filename: string) => void;
}) {
  const files = useQuery(reading("GET /svc/api/databases", {}));
  const names = (files.data?.databases ?? []).map((file) => file.filename);
  const options = [
    { value: "", text: text.chooseFile },
    ...[...new Set([...names, ...(filename === "" ? [] : [filename])])].map((value) => ({ value, text: value })),
  ];
  return (
    <SelectField
      label={text.file}
      error={isMissing ? text.needFile : undefined}
      value={filename}
      options={options}
      onChange={onChange}
    />
  );
}

function changesOf(before: Webhook, draft: WebhookDraft) {
  const settings = settingsOf(draft, before.settings);
  const label = draft.label.trim();
  return {
    ...(label !== before.label && { label }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}

/** Saves changes: a scheme requires its secret first; if one is stored, a new secret has to fit the new scheme. */
async function saved(before: Webhook | undefined, draft: WebhookDraft): Promise<Webhook> {
  if (before === undefined) throw new Error("There is no webhook to change");
  const { id } = before;
  const changes = changesOf(before, draft);
  const isChanged = Object.keys(changes).length > 0;
  const setSecret = async () => {
    if (draft.secret !== "") await call(secretOf, { id, secret: draft.secret });
  };
  if (!before.hasSecret) await setSecret();
  const after = isChanged ? await call(change, { id, ...changes }) : before;
  if (before.hasSecret) await setSecret();
  return after;
}
