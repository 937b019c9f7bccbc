import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { isChosen } from "../../../api/key-list.ts";
import { reading } from "../../../api/query.ts";
import { useMay } from "../../../api/role.ts";
import { triggerMessages } from "../../../messages/english/events/triggers.ts";
import { Refusal } from "../../../ui/feedback/refusal.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { MoreFields } from "../../../ui/layout/more-fields.tsx";
import type { TriggerDraft } from "./draft.ts";

const text = triggerMessages.dialog;

/** Records to watch, and their fields to send. With a key, the file's table occurrences are offered. */
export function TableFields({
  draft,
  isTableMissing,
  onChange,
}: {
  readonly draft: TriggerDraft;
  readonly isTableMissing: boolean;
  readonly onChange: (change: Partial<TriggerDraft>) => void;
}) {
  const names = useId();
  const mayChoose = useMay("administrator");
  const isKnown =
    (mayChoose || typeof draft.chosenKey === "string") &&
    draft.access !== "account" &&
    draft.filename !== "" &&
    isChosen(draft.chosenKey);
  const file = useQuery({
    ...reading("POST /svc/api/triggers/inspect", { filename: draft.filename, key: draft.chosenKey }),
    enabled: isKnown,
    retry: false,
  });
  return (
    <>
      {isKnown && file.error && <Refusal error={file.error} />}
      <TextField
        label={text.table}
        hint={text.tableHint}
        list={names}
        maxLength={100}
        error={isTableMissing ? text.needTable : undefined}
        value={draft.tableName}
        onChange={({ target }) => onChange({ tableName: target.value })}
      />
      <datalist id={names}>
        {(file.data?.tables ?? []).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField
        label={text.select}
        hint={text.selectHint}
        value={draft.select}
        onChange={({ target }) => onChange({ select: target.value })}
      />
      <TextField
        label={text.filter}
        hint={text.filterHint}
        value={draft.filter}
        onChange={({ target }) => onChange({ filter: target.value })}
      />
      <MoreFields title={text.more}>
        <Switch
          label={text.schema}
          checked={draft.notifySchemaChanges}
          onChange={(notifySchemaChanges) => onChange({ notifySchemaChanges })}
        />
        <TextField
          label={text.attempts}
          hint={text.attemptsHint}
          type="number"
          min={0}
          max={10_000}
          value={draft.maxFailedAttempts}
          onChange={({ target }) => onChange({ maxFailedAttempts: Number(target.value) })}
        />
      </MoreFields>
    </>
  );
}
