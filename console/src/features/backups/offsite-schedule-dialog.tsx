import { useMutation, useQuery } from "@tanstack/react-query";
import type { OffsiteSchedule } from "#shared/backups/schedules/contract.ts";
import { pageCall } from "../../api/curl.ts";
import { changing, reading } from "../../api/query.ts";
import { backupMessages } from "../../messages/installation/backups.ts";
import { SaveDialog } from "../../ui/dialogs/save-dialog.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { useDraft } from "../../ui/fields/use-draft.ts";
import { MoreFields } from "../../ui/layout/more-fields.tsx";
import { missingIn, PlaceFields } from "./locations/place-fields.tsx";
import { type ContainerDraft, changesOf, draftOf, missing, newSchedule } from "./schedule-draft.ts";
import { staleSchedules } from "./stale-backups.ts";

const text = backupMessages.scheduleDialog;
const create = "POST /svc/api/settings/offsite/schedules";
const change = "PATCH /svc/api/settings/offsite/schedules/{name}";
const noPlace = { remote: "", bucket: "", path: "" };

/** Which backups of FileMaker Server's are sent, and where they go. Where it has no schedule yet, one is made. */
export default function OffsiteScheduleDialog({
  before,
  onClose,
}: {
  readonly before?: OffsiteSchedule | undefined;
  readonly onClose: () => void;
}) {
  const { draft, set, isSent, isMissing, send } = useDraft(
    () => draftOf(before),
    (filled) => missing(filled, before !== undefined),
  );
  const creating = useMutation(changing(create, staleSchedules));
  const saving = useMutation(changing(change, staleSchedules));
  const save = () => {
    if (before === undefined) creating.mutate(newSchedule(draft), { onSuccess: onClose });
    else saving.mutate(changesOf(before.name, draft), { onSuccess: onClose });
  };
  const setContainer = (index: 0 | 1, next: ContainerDraft) => {
    const [first, second] = draft.containers;
    set({ containers: index === 0 ? [next, second] : [first, next] });
  };

  return (
    <SaveDialog
      wide
      before={before?.name}
      labels={text}
      text={text.text}
      creating={creating}
      saving={saving}
      curl={() =>
        before === undefined ? pageCall(create, newSchedule(draft)) : pageCall(change, changesOf(before.name, draft))
      }
      onClose={onClose}
      onSubmit={() => send(save)}
    >
      {before === undefined && (
        <>
          <ServerScheduleField value={draft.existing} onChange={(existing) => set({ existing })} />
          {draft.existing === "" && (
            <TextField
              label={text.name}
              maxLength={100}
              hint={text.nameHint}
              error={isMissing("name") ? text.needName : undefined}
              value={draft.name}
              onChange={({ target }) => set({ name: target.value })}
            />
          )}
        </>
      )}
      <PlaceFields place={draft} isMissing={isMissing} onChange={set} />
      <Switch label={text.zipped} checked={draft.isZipped} onChange={(isZipped) => set({ isZipped })} />
      <MoreFields title={text.containers}>
        {draft.containers.map((container, index) => (
          <ContainerFields
            key={index === 0 ? "first" : "second"}
            number={index + 1}
            container={container}
            isSent={isSent}
            onChange={(next) => setContainer(index === 0 ? 0 : 1, next)}
          />
        ))}
      </MoreFields>
    </SaveDialog>
  );
}

/** FileMaker Server's backup schedules. Empty: a new one. */
function ServerScheduleField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (name: string) => void;
}) {
  const list = useQuery(reading("GET /svc/api/schedules/filemaker", {}));
  const names = (list.data?.schedules ?? []).filter(({ kind }) => kind === "backup").map(({ name }) => name);
  return (
    <SelectField
      label={text.which}
      value={value}
      options={[{ value: "", text: text.newOne }, ...names.map((name) => ({ value: name, text: name }))]}
      onChange={onChange}
    />
  );
}

function ContainerFields({
  number,
  container: { isIncluded, other },
  isSent,
  onChange,
}: {
  readonly number: number;
  readonly container: ContainerDraft;
  readonly isSent: boolean;
  readonly onChange: (next: ContainerDraft) => void;
}) {
  return (
    <>
      <Switch
        label={text.container(number)}
        checked={isIncluded}
        onChange={(next) => onChange({ isIncluded: next, other })}
      />
      {isIncluded && (
        <Switch
          label={text.otherPlace}
          checked={other !== null}
          onChange={(differs) => onChange({ isIncluded, other: differs ? noPlace : null })}
        />
      )}
      {isIncluded && other !== null && (
        <PlaceFields
          place={other}
          isMissing={(field) => isSent && field !== "path" && missingIn(other)[field]}
          onChange={(change) => onChange({ isIncluded, other: { ...other, ...change } })}
        />
      )}
    </>
  );
}
