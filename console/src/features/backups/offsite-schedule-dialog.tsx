import { useMutation, useQuery } from "@tanstack/react-query";
import type { OffsiteSchedule } from "#shared/backups/schedules/contract.ts";
import { pageCall } from "../../api/curl.ts";
import { changing, reading } from "../../api/query.ts";
import { useMayCall } from "../../api/role.ts";
import { backupMessages } from "../../messages/english/installation/backups.ts";
import { SaveDialog } from "../../ui/dialogs/save-dialog.tsx";
import { Choice } from "../../ui/fields/choice.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { useDraft } from "../../ui/fields/use-draft.ts";
import { MoreFields } from "../../ui/layout/more-fields.tsx";
import { missingIn, PlaceFields } from "./locations/place-fields.tsx";
import { type MadeKey, makeKey } from "./recovery/made-key.ts";
import { type ContainerDraft, changesOf, draftOf, missing, newSchedule } from "./schedule-draft.ts";
import { staleKeys, staleSchedules } from "./stale-backups.ts";
import { RetentionFields } from "./upkeep/retention-fields.tsx";

const text = backupMessages.scheduleDialog;
const create = "POST /svc/api/settings/offsite/schedules";
const change = "PATCH /svc/api/settings/offsite/schedules/{name}";
const noPlace = { remote: "", bucket: "", path: "" };

/** Form for the FileMaker Server backups to send and their destination. Creates a backup schedule if the server has none. */
export default function OffsiteScheduleDialog({
  before,
  onClose,
}: {
  readonly before?: OffsiteSchedule | undefined;
  /** `made`: recovery key that was created for the schedule and hasn't been shown yet. */
  readonly onClose: (made?: MadeKey) => void;
}) {
  const { draft, set, isSent, isMissing, send } = useDraft(
    () => draftOf(before),
    (filled) => missing(filled, before !== undefined),
  );
  const creating = useMutation(changing(create, staleSchedules));
  const saving = useMutation(changing(change, staleSchedules));
  const key = useQuery(reading("GET /svc/api/settings/offsite/recovery-key", {}));
  const making = useMutation(changing(makeKey, staleKeys));
  const needsKey = draft.layout === "blocks" && key.data?.recovery_key === null;
  const mayMakeKey = useMayCall()(makeKey);
  const close = () => onClose(making.data);
  const saveSchedule = (made?: MadeKey) => {
    const onSuccess = () => onClose(made);
    if (before === undefined) creating.mutate(newSchedule(draft), { onSuccess });
    else saving.mutate(changesOf(before.name, draft), { onSuccess });
  };
  const save = () => {
    if (needsKey && making.data === undefined) making.mutate({}, { onSuccess: saveSchedule });
    else saveSchedule(making.data);
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
      canSubmit={!needsKey || mayMakeKey}
      saving={making.isPending || making.error !== null ? making : saving}
      curl={() =>
        before === undefined ? pageCall(create, newSchedule(draft)) : pageCall(change, changesOf(before.name, draft))
      }
      onClose={close}
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
      <Choice
        label={text.layout}
        value={draft.layout}
        options={(["blocks", "files"] as const).map((layout) => ({
          value: layout,
          label: text[layout],
          text: text[`${layout}Text`],
        }))}
        onChange={(layout) => set({ layout })}
      />
      {needsKey && <p className="text-sm">{mayMakeKey ? text.keyNeeded : text.keyByAdministrator}</p>}
      {draft.layout === "files" && (
        <Switch label={text.zipped} checked={draft.isZipped} onChange={(isZipped) => set({ isZipped })} />
      )}
      {draft.layout === "blocks" && (
        <RetentionFields retention={draft.retention} isSent={isSent} onChange={(retention) => set({ retention })} />
      )}
      <MoreFields title={text.containers}>
        {draft.containers.map((container, index) => (
          <ContainerFields
            key={index === 0 ? "first" : "second"}
            number={index + 1}
            container={container}
            hasOwnPlace={draft.layout === "files"}
            isSent={isSent}
            onChange={(next) => setContainer(index === 0 ? 0 : 1, next)}
          />
        ))}
      </MoreFields>
    </SaveDialog>
  );
}

/** Field with FileMaker Server's backup schedules. Empty value: create a new one. */
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
  hasOwnPlace,
  isSent,
  onChange,
}: {
  readonly number: number;
  readonly container: ContainerDraft;
  readonly hasOwnPlace: boolean;
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
      {isIncluded && hasOwnPlace && (
        <Switch
          label={text.otherPlace}
          checked={other !== null}
          onChange={(differs) => onChange({ isIncluded, other: differs ? noPlace : null })}
        />
      )}
      {isIncluded && hasOwnPlace && other !== null && (
        <PlaceFields
          place={other}
          isMissing={(field) => isSent && field !== "path" && missingIn(other)[field]}
          onChange={(change) => onChange({ isIncluded, other: { ...other, ...change } })}
        />
      )}
    </>
  );
}
