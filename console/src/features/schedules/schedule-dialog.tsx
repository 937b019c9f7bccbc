import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Schedule } from "#shared/schedules/contract.ts";
import { pageCall } from "../../api/curl.ts";
import type { InputOf } from "../../api/operations.ts";
import { changing } from "../../api/query.ts";
import { scheduleMessages } from "../../messages/english/schedules.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { Choice } from "../../ui/fields/choice.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { draftOf, TimingFields, timingOf } from "./timing-fields.tsx";

const text = scheduleMessages.dialog;
const create = "POST /svc/api/schedules";
const change = "PATCH /svc/api/schedules/{id}";
const stale = ["GET /svc/api/schedules", "GET /svc/api/schedules/{id}", "GET /svc/api/audit"] as const;

export type NewAction = InputOf<typeof create>["action"];

/** Renders the fields of a new schedule's action. */
export type ActionFields = (fields: {
  readonly isSent: boolean;
  /** Called with undefined while the action is incomplete. */
  readonly onAction: (action: NewAction | undefined) => void;
}) => ReactNode;

/** Form for a new schedule, or for the timing of an existing one. The action can't be edited, because its secrets aren't shown. */
export default function ScheduleDialog({
  before,
  actionFields,
  onClose,
}: {
  readonly before?: Schedule | undefined;
  readonly actionFields: ActionFields;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState(before?.name ?? "");
  const [timing, setTiming] = useState(() => draftOf(before?.timing));
  const [missed, setMissed] = useState(before?.missed ?? "run");
  const [action, setAction] = useState<NewAction>();
  const [isSent, setSent] = useState(false);
  const creating = useMutation(changing(create, stale));
  const saving = useMutation(changing(change, stale));

  const moment = timingOf(timing);
  const isComplete = name.trim() !== "" && moment !== undefined && (before !== undefined || action !== undefined);
  const common = { name: name.trim(), timing: moment ?? { kind: "once", at: "" }, missed } as const;
  const newSchedule = () => ({ ...common, action: action ?? { kind: "build", input: { files: [] } } }) as const;
  const submit = () => {
    setSent(true);
    if (!isComplete) return;
    if (before === undefined) creating.mutate(newSchedule(), { onSuccess: onClose });
    else saving.mutate({ id: before.id, ...common }, { onSuccess: onClose });
  };

  return (
    <FormDialog
      title={before === undefined ? text.createTitle : text.editTitle(before.name)}
      text={text.text}
      submit={before === undefined ? text.createSubmit : text.editSubmit}
      isBusy={creating.isPending || saving.isPending}
      error={creating.error ?? saving.error}
      curl={() =>
        before === undefined ? pageCall(create, newSchedule()) : pageCall(change, { id: before.id, ...common })
      }
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={text.name}
        maxLength={100}
        error={isSent && name.trim() === "" ? text.needName : undefined}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {before === undefined && actionFields({ isSent, onAction: setAction })}
      <TimingFields draft={timing} isMissing={isSent && moment === undefined} onChange={setTiming} />
      <Choice
        label={text.missed}
        value={missed}
        options={[
          { value: "run", label: text.run, text: text.runText },
          { value: "skip", label: text.skip, text: text.skipText },
        ]}
        onChange={setMissed}
      />
    </FormDialog>
  );
}
