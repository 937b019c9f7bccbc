import { backupMessages } from "../../../messages/english/installation/backups.ts";
import { TextField } from "../../../ui/fields/field.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { MoreFields } from "../../../ui/layout/more-fields.tsx";
import {
  isRetentionWrong,
  type RetentionDraft,
  retentionFields,
  retentionLimits,
  usualRetention,
} from "./retention-draft.ts";

const text = backupMessages.retention;

export function RetentionFields({
  retention,
  isSent,
  onChange,
}: {
  readonly retention: RetentionDraft;
  readonly isSent: boolean;
  readonly onChange: (next: RetentionDraft) => void;
}) {
  return (
    <MoreFields title={text.title}>
      <Switch
        label={text.limited}
        checked={retention !== null}
        onChange={(isLimited) => onChange(isLimited ? usualRetention : null)}
      />
      {retention === null ? (
        <p className="text-muted text-sm">{text.everything}</p>
      ) : (
        <>
          {retentionFields.map((field) => (
            <TextField
              key={field}
              label={text.fields[field]}
              hint={text.hints[field]}
              inputMode="numeric"
              maxLength={4}
              error={
                isSent && isRetentionWrong(field, retention[field])
                  ? text.needNumber(retentionLimits[field])
                  : undefined
              }
              value={retention[field]}
              onChange={({ target }) => onChange({ ...retention, [field]: target.value })}
            />
          ))}
          <p className="text-muted text-sm">{text.deleted}</p>
        </>
      )}
    </MoreFields>
  );
}
