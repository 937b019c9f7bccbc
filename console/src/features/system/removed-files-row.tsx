import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId } from "react";
import { changing } from "../../api/query.ts";
import { settingsMessages } from "../../messages/english/settings.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { classes } from "../../ui/classes.ts";
import { Refusal } from "../../ui/feedback/refusal.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { inputClasses } from "../../ui/fields/field.tsx";
import { useTyped } from "../../ui/fields/use-typed.ts";

const text = settingsMessages.retention.removed;

/** Number of days after which files that FileMaker Server has removed are deleted. */
export function RemovedFilesRow({ days }: { readonly days: number | null }) {
  const { draft, isChanged, set, saved } = useTyped({ days: days === null ? "" : String(days) });
  const hint = useId();
  const save = useMutation(
    changing("PATCH /svc/api/settings", ["GET /svc/api/settings", "GET /svc/api/audit"], () =>
      announce(settingsMessages.saved),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = draft.days === "" ? null : Number(draft.days);
    save.mutate({ deleteFMSRemovedFilesAfterXDays: wanted }, { onSuccess: saved });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{text.what}</p>
        <p id={hint} className="text-muted text-sm">
          {text.why}
        </p>
      </div>
      <form onSubmit={submit} className="flex items-center gap-2" {...(isChanged && { "data-unsaved": true })}>
        <input
          type="number"
          min={0}
          max={1_000_000}
          step={1}
          aria-label={`${text.what}: ${text.days}`}
          aria-describedby={hint}
          className={classes(inputClasses, "max-w-24 text-right tabular-nums")}
          value={draft.days}
          onChange={(event) => set({ days: event.target.value })}
        />
        <span aria-hidden>{text.days.toLowerCase()}</span>
        <Button needs="PATCH /svc/api/settings" type="submit" disabled={!isChanged} busy={save.isPending}>
          {text.save}
        </Button>
      </form>
      {save.error && (
        <div className="w-full">
          <Refusal error={save.error} />
        </div>
      )}
    </li>
  );
}
