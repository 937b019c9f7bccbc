import { notificationMessages } from "../../messages/english/events/notifications.ts";
import { TextField } from "../../ui/fields/field.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { TextArea } from "../../ui/fields/text-area.tsx";
import type { DestinationDraft, missing } from "./destination-draft.ts";

const text = notificationMessages.dialog;

/** Mail server and recipients. */
export function EmailFields({
  draft,
  hasPassword,
  isMissing,
  onChange,
}: {
  readonly draft: DestinationDraft;
  /** True if a password is stored. */
  readonly hasPassword: boolean;
  readonly isMissing: (field: keyof ReturnType<typeof missing>) => boolean;
  readonly onChange: (change: Partial<DestinationDraft>) => void;
}) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={text.host}
          error={isMissing("host") ? text.needHost : undefined}
          value={draft.host}
          onChange={({ target }) => onChange({ host: target.value })}
        />
        <TextField
          label={text.port}
          type="number"
          min={1}
          max={65_535}
          value={draft.port}
          onChange={({ target }) => onChange({ port: Number(target.value) })}
        />
      </div>
      <SelectField
        label={text.security}
        value={draft.security}
        options={(["starttls", "tls", "none"] as const).map((value) => ({ value, text: text.securities[value] }))}
        onChange={(security) => onChange({ security })}
      />
      {draft.security !== "none" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={text.user}
            autoComplete="off"
            value={draft.user}
            onChange={({ target }) => onChange({ user: target.value })}
          />
          <TextField
            label={text.password}
            type="password"
            autoComplete="new-password"
            hint={hasPassword ? text.passwordKept : undefined}
            value={draft.password}
            onChange={({ target }) => onChange({ password: target.value })}
          />
        </div>
      )}
      <TextField
        label={text.sender}
        type="email"
        error={isMissing("from") ? text.needMail : undefined}
        value={draft.from}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <TextArea
        label={text.to}
        hint={text.toHint}
        rows={2}
        error={isMissing("to") ? text.needMail : undefined}
        value={draft.to}
        onChange={({ target }) => onChange({ to: target.value })}
      />
    </>
  );
}
