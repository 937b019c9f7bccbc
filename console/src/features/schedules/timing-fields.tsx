import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Timing } from "#shared/schedules/contract.ts";
import { reading } from "../../api/query.ts";
import { scheduleMessages } from "../../messages/english/schedules.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { reasonOf } from "../../ui/feedback/reason-of.ts";
import { Choice } from "../../ui/fields/choice.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { exactly } from "../../ui/values/moment.tsx";

const text = scheduleMessages.dialog;

/** Timing in a form; the fields of the other kind keep their values. */
export interface TimingDraft {
  readonly kind: Timing["kind"];
  /** In the field's format, in the browser's time zone. */
  readonly at: string;
  readonly cron: string;
  readonly timeZone: string;
}

/** Returns the timing of a draft; undefined if its time is missing. */
export function timingOf({ kind, at, cron, timeZone }: TimingDraft): Timing | undefined {
  if (kind === "repeating") return { kind, cron, timeZone };
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? undefined : { kind, at: moment.toISOString() };
}

/** Returns a new draft, or the draft of an existing timing. */
export function draftOf(timing?: Timing): TimingDraft {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const draft = { kind: "repeating", at: "", cron: "30 2 * * *", timeZone } as const;
  if (timing === undefined) return draft;
  return timing.kind === "once" ? { ...draft, kind: "once", at: localText(timing.at) } : { ...draft, ...timing };
}

/** Fields for the timing of a schedule, with a preview from the service. */
export function TimingFields({
  draft,
  isMissing,
  onChange,
}: {
  readonly draft: TimingDraft;
  readonly isMissing: boolean;
  readonly onChange: (draft: TimingDraft) => void;
}) {
  const zones = useId();
  const set = (change: Partial<TimingDraft>) => onChange({ ...draft, ...change });
  return (
    <>
      <Choice
        label={text.when}
        value={draft.kind}
        options={[
          { value: "repeating", label: text.repeating, text: text.repeatingText },
          { value: "once", label: text.once, text: text.onceText },
        ]}
        onChange={(kind) => set({ kind })}
      />
      {draft.kind === "once" ? (
        <TextField
          label={text.at}
          type="datetime-local"
          error={isMissing ? text.needMoment : undefined}
          value={draft.at}
          onChange={({ target }) => set({ at: target.value })}
        />
      ) : (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={text.cron}
              className="font-mono"
              spellCheck={false}
              value={draft.cron}
              onChange={({ target }) => set({ cron: target.value })}
            />
            <TextField
              label={text.timeZone}
              list={zones}
              spellCheck={false}
              value={draft.timeZone}
              onChange={({ target }) => set({ timeZone: target.value })}
            />
            <datalist id={zones}>
              {Intl.supportedValuesOf("timeZone").map((zone) => (
                <option key={zone} value={zone} />
              ))}
            </datalist>
          </div>
          <p className="text-muted text-sm">{text.cronHint}</p>
          <div className="flex flex-wrap gap-2">
            {text.examples.map(([name, cron]) => (
              <Button key={cron} onClick={() => set({ cron })}>
                {name}
              </Button>
            ))}
          </div>
        </>
      )}
      <Preview timing={timingOf(draft)} />
    </>
  );
}

/** Next times of a timing, or the reason why there are none. */
function Preview({ timing }: { readonly timing: Timing | undefined }) {
  const isAsked = timing !== undefined && (timing.kind === "once" || (timing.cron !== "" && timing.timeZone !== ""));
  const preview = useQuery({
    ...reading("POST /svc/api/schedules/preview", { timing: timing ?? { kind: "once", at: "" } }),
    enabled: isAsked,
    retry: false,
  });
  return (
    <div role="status" className="min-h-target rounded-md bg-selection px-3 py-2 text-sm">
      {preview.isError ? (
        <p className="text-bad">{reasonOf(preview.error)}</p>
      ) : (
        <p>
          <span className="font-medium">{text.preview}:</span>{" "}
          {isAsked && preview.data ? preview.data.nextRuns.map(exactly).join(" · ") : "–"}
        </p>
      )}
    </div>
  );
}

function localText(moment: string): string {
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
