import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import type { Trigger } from "#shared/triggers/contract.ts";
import { reading } from "../../../api/query.ts";
import { triggerMessages } from "../../../messages/english/events/triggers.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { IconButton } from "../../../ui/buttons/icon-button.tsx";
import { Choice } from "../../../ui/fields/choice.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { TextArea } from "../../../ui/fields/text-area.tsx";
import type { IsMissing } from "./access-fields.tsx";
import { headersOf, isTargetMissing, newTarget, type TargetDraft, type TriggerDraft } from "./draft.ts";

const text = triggerMessages.dialog;
const maxTargets = 20;

/** Destination of changes: several targets through the relay, or one address directly. */
export function DestinationFields({
  draft,
  before,
  isSent,
  isMissing,
  onChange,
}: {
  readonly draft: TriggerDraft;
  readonly before: Trigger | undefined;
  readonly isSent: boolean;
  readonly isMissing: IsMissing;
  readonly onChange: (change: Partial<TriggerDraft>) => void;
}) {
  const { targets } = draft;
  const isKept = before?.destination.kind === "address";
  const replace = (key: string, next: TargetDraft | undefined) =>
    onChange({ targets: targets.flatMap((target) => (target.key === key ? (next ?? []) : target)) });
  return (
    <>
      <Choice
        label={text.destination}
        value={draft.kind}
        options={[
          { value: "relay", label: text.relay, text: text.relayText },
          { value: "address", label: text.address, text: text.addressText },
        ]}
        onChange={(kind) =>
          onChange({ kind, ...(kind === "relay" && targets.length === 0 && { targets: [newTarget()] }) })
        }
      />
      {draft.kind === "address" && (
        <>
          <TextField
            label={text.url}
            type="url"
            hint={isKept ? `${before.destination.url ?? ""} ${text.urlKept}` : undefined}
            error={isMissing("url") ? text.needUrl : undefined}
            value={draft.url}
            onChange={({ target }) => onChange({ url: target.value })}
          />
          <HeadersField
            value={draft.headers}
            stored={isKept ? before.destination.headers : []}
            onChange={(headers) => onChange({ headers })}
          />
        </>
      )}
      {draft.kind === "relay" && (
        <>
          {targets.map((target, index) => (
            <TargetFields
              key={target.key}
              number={index + 1}
              target={target}
              stored={before?.destination.targets.find(({ id }) => id === target.id)}
              isMissing={isSent && isTargetMissing(target)}
              onChange={(next) => replace(target.key, next)}
              {...(targets.length > 1 && { onRemove: () => replace(target.key, undefined) })}
            />
          ))}
          {targets.length < maxTargets && (
            <Button className="self-start" onClick={() => onChange({ targets: [...targets, newTarget()] })}>
              <Plus aria-hidden size={14} />
              {text.addTarget}
            </Button>
          )}
        </>
      )}
    </>
  );
}

function TargetFields({
  number,
  target,
  stored,
  isMissing,
  onChange,
  onRemove,
}: {
  readonly number: number;
  readonly target: TargetDraft;
  readonly stored: Trigger["destination"]["targets"][number] | undefined;
  readonly isMissing: boolean;
  readonly onChange: (target: TargetDraft) => void;
  readonly onRemove?: () => void;
}) {
  const schedules = useQuery(reading("GET /svc/api/schedules", {}));
  const set = (change: Partial<TargetDraft>) => onChange({ ...target, ...change });
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 rounded-md border border-line p-3">
      <legend className="px-1 font-medium text-sm">{text.target(number)}</legend>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <SelectField
            label={text.kind}
            value={target.kind}
            options={(["url", "schedule"] as const).map((value) => ({ value, text: text.kinds[value] }))}
            onChange={(kind) => set({ kind, id: kind === stored?.kind ? stored.id : undefined })}
          />
        </div>
        {onRemove && <IconButton icon={Trash2} label={text.removeTarget} onClick={onRemove} />}
      </div>
      {target.kind === "url" ? (
        <>
          <TextField
            label={text.url}
            type="url"
            hint={target.id === undefined ? undefined : `${stored?.url ?? ""} ${text.urlKept}`}
            error={isMissing && "headers" in headersOf(target.headers) ? text.needUrl : undefined}
            value={target.url}
            onChange={({ target: { value } }) => set({ url: value })}
          />
          <HeadersField
            value={target.headers}
            stored={target.id === undefined ? [] : (stored?.headers ?? [])}
            onChange={(headers) => set({ headers })}
          />
        </>
      ) : (
        <SelectField
          label={text.schedule}
          error={isMissing ? text.needSchedule : undefined}
          value={String(target.scheduleId)}
          options={[
            { value: "0", text: text.chooseSchedule },
            ...(schedules.data?.schedules ?? []).map(({ id, name }) => ({ value: String(id), text: name })),
          ]}
          onChange={(id) => set({ scheduleId: Number(id) })}
        />
      )}
      <Switch label={text.enabled} checked={target.isEnabled} onChange={(isEnabled) => set({ isEnabled })} />
    </fieldset>
  );
}

function HeadersField({
  value,
  stored,
  onChange,
}: {
  readonly value: string;
  /** Names of stored headers. */
  readonly stored: readonly string[];
  readonly onChange: (value: string) => void;
}) {
  const parsed = headersOf(value);
  return (
    <TextArea
      label={text.headers}
      hint={stored.length === 0 ? text.headersHint : text.headersKept(stored.join(", "))}
      rows={2}
      error={"wrong" in parsed ? text.badHeader(parsed.wrong) : undefined}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
