import { useQuery } from "@tanstack/react-query";
import type { Trigger } from "#shared/triggers/contract.ts";
import { useKeysOfFile } from "../../../api/key-list.ts";
import { reading } from "../../../api/query.ts";
import { useMay } from "../../../api/role.ts";
import { triggerMessages } from "../../../messages/english/events/triggers.ts";
import { Choice } from "../../../ui/fields/choice.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import type { missing, TriggerDraft } from "./draft.ts";

const text = triggerMessages.dialog;
export type IsMissing = (field: keyof ReturnType<typeof missing>) => boolean;

/** File, and the account that opens it. */
export function AccessFields({
  draft,
  before,
  isMissing,
  onChange,
}: {
  readonly draft: TriggerDraft;
  readonly before: Trigger | undefined;
  readonly isMissing: IsMissing;
  readonly onChange: (change: Partial<TriggerDraft>) => void;
}) {
  const files = useQuery({ ...reading("GET /svc/api/databases", {}), enabled: before === undefined });
  const mayChoose = useMay("administrator");
  const keys = useKeysOfFile(draft.filename);
  const names = (files.data?.databases ?? []).map(({ filename }) => filename);
  return (
    <>
      {before === undefined && (
        <SelectField
          label={text.file}
          error={isMissing("file") ? text.needFile : undefined}
          value={draft.filename}
          options={[{ value: "", text: text.chooseFile }, ...names.map((value) => ({ value, text: value }))]}
          onChange={(filename) => onChange({ filename, chosenKey: 0, tableName: "" })}
        />
      )}
      <Choice
        label={text.access}
        value={draft.access}
        options={[
          ...(before === undefined
            ? []
            : [{ value: "before" as const, label: text.asBefore, text: text.asBeforeText }]),
          { value: "key" as const, label: text.key, text: text.keyText },
          { value: "account" as const, label: text.account, text: text.accountText },
        ]}
        onChange={(access) => onChange({ access })}
      />
      {draft.access === "key" && !mayChoose && (
        <TextField
          label={text.keyField}
          hint={text.keyValueHint}
          error={isMissing("key") ? text.needKey : undefined}
          type="password"
          autoComplete="off"
          value={draft.chosenKey === 0 ? "" : String(draft.chosenKey)}
          onChange={({ target }) => onChange({ chosenKey: target.value.trim() })}
        />
      )}
      {draft.access === "key" && mayChoose && (
        <SelectField
          label={text.keyField}
          error={isMissing("key") ? text.needKey : undefined}
          value={String(draft.chosenKey)}
          options={[
            { value: "0", text: text.chooseKey },
            ...keys.map(({ id, name }) => ({ value: String(id), text: name })),
          ]}
          onChange={(id) => onChange({ chosenKey: Number(id) })}
        />
      )}
      {draft.access === "account" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={text.user}
            error={isMissing("user") ? text.needUser : undefined}
            value={draft.user}
            onChange={({ target }) => onChange({ user: target.value })}
          />
          <TextField
            label={text.pass}
            type="password"
            autoComplete="new-password"
            value={draft.pass}
            onChange={({ target }) => onChange({ pass: target.value })}
          />
        </div>
      )}
    </>
  );
}
