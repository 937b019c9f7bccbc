import type { WebhookSettings } from "#shared/webhooks/contract.ts";
import { webhookMessages } from "../../../messages/english/events/webhooks.ts";
import { TextField } from "../../../ui/fields/field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { TextArea } from "../../../ui/fields/text-area.tsx";
import { MoreFields } from "../../../ui/layout/more-fields.tsx";
import type { WebhookDraft } from "./draft.ts";

const text = webhookMessages.settings;
const groups = webhookMessages.dialog.moreFor;

type Numbers = "acceptedStatus" | "deadlineSeconds" | "retentionDays" | "largestBytes";

/** Settings that few webhooks need to change. */
export function SettingsFields({
  draft,
  onChange,
}: {
  readonly draft: WebhookDraft;
  readonly onChange: (change: Partial<WebhookDraft>) => void;
}) {
  const { settings } = draft;
  const set = (change: Partial<WebhookSettings>) => onChange({ settings: { ...settings, ...change } });
  const number = (name: Numbers, hint?: string) => (
    <TextField
      label={text[name]}
      hint={hint}
      type="number"
      value={settings[name]}
      onChange={({ target }) => set({ [name]: Number(target.value) })}
    />
  );
  return (
    <>
      <MoreFields title={groups.receiver}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={text.layout}
            value={settings.layout}
            onChange={({ target }) => set({ layout: target.value })}
          />
          <TextField
            label={text.script}
            value={settings.script}
            onChange={({ target }) => set({ script: target.value })}
          />
          {draft.takesFiles && (
            <TextField
              label={text.containerField}
              value={settings.containerField}
              onChange={({ target }) => set({ containerField: target.value })}
            />
          )}
        </div>
        <Switch
          label={text.includeHeaders}
          checked={settings.includeHeaders}
          onChange={(includeHeaders) => set({ includeHeaders })}
        />
        <Switch
          label={text.includeQuery}
          checked={settings.includeQuery}
          onChange={(includeQuery) => set({ includeQuery })}
        />
        <Switch
          label={text.includeRequestId}
          text={text.includeRequestIdText}
          checked={settings.includeRequestId}
          onChange={(includeRequestId) => set({ includeRequestId })}
        />
        <Switch
          label={text.retriesScriptErrors}
          checked={settings.retriesScriptErrors}
          onChange={(retriesScriptErrors) => set({ retriesScriptErrors })}
        />
        <Switch
          label={text.isOrdered}
          text={text.isOrderedText}
          checked={settings.isOrdered}
          onChange={(isOrdered) => set({ isOrdered })}
        />
      </MoreFields>
      <MoreFields title={groups.answers}>
        <div className="grid gap-4 sm:grid-cols-2">
          {number("acceptedStatus", text.acceptedStatusHint)}
          <SelectField
            label={text.acceptedBody}
            value={settings.acceptedBody}
            options={(["json", "empty"] as const).map((value) => ({ value, text: text.acceptedBodies[value] }))}
            onChange={(acceptedBody) => set({ acceptedBody })}
          />
          {number("deadlineSeconds", text.deadlineHint)}
          {number("largestBytes")}
          {number("retentionDays")}
          <SelectField
            label={text.whenUnavailable}
            value={settings.whenUnavailable}
            options={(["queue", "refuse"] as const).map((value) => ({ value, text: text[value] }))}
            onChange={(whenUnavailable) => set({ whenUnavailable })}
          />
          <SelectField
            label={text.handshake}
            value={settings.handshake}
            options={(["none", "microsoft-graph", "dropbox", "meta", "zoom"] as const).map((value) => ({
              value,
              text: text.handshakes[value],
            }))}
            onChange={(handshake) => set({ handshake })}
          />
        </div>
        <TextArea
          label={text.allowedAddresses}
          hint={text.allowedAddressesHint}
          rows={3}
          value={draft.addresses}
          onChange={({ target }) => onChange({ addresses: target.value })}
        />
      </MoreFields>
      <MoreFields title={groups.duplicates}>
        <Duplicates duplicates={settings.duplicates} onChange={(duplicates) => set({ duplicates })} />
      </MoreFields>
    </>
  );
}

type DuplicateRule = WebhookSettings["duplicates"];

function Duplicates({
  duplicates,
  onChange,
}: {
  readonly duplicates: DuplicateRule;
  readonly onChange: (duplicates: DuplicateRule) => void;
}) {
  const { by, header = "", field = "", hours } = duplicates;
  /** Omits empty fields, in which case the scheme's own id is used. */
  const set = (change: {
    readonly by?: DuplicateRule["by"];
    readonly header?: string;
    readonly field?: string;
    readonly hours?: number;
  }) => {
    const next = { by, header, field, hours, ...change };
    onChange({
      by: next.by,
      hours: next.hours,
      ...(next.header !== "" && { header: next.header }),
      ...(next.field !== "" && { field: next.field }),
    });
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={text.duplicates}
        value={by}
        options={(["sender", "body", "off"] as const).map((value) => ({ value, text: text.duplicatesBy[value] }))}
        onChange={(next) => set({ by: next })}
      />
      <TextField
        label={text.duplicatesHours}
        type="number"
        value={hours}
        onChange={({ target }) => set({ hours: Number(target.value) })}
      />
      {by === "sender" && (
        <>
          <TextField
            label={text.duplicatesHeader}
            value={header}
            onChange={({ target }) => set({ header: target.value })}
          />
          <TextField
            label={text.duplicatesField}
            value={field}
            onChange={({ target }) => set({ field: target.value })}
          />
        </>
      )}
    </div>
  );
}
