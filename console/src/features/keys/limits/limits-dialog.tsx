import { useMutation } from "@tanstack/react-query";
import type { AdminApiKey, DataApiKey } from "#shared/keys/contract.ts";
import { changing } from "../../../api/query.ts";
import { serviceNow } from "../../../api/service-clock.ts";
import { keyLimitsMessages } from "../../../messages/english/keys/key-limits.ts";
import { messages } from "../../../messages/messages.ts";
import { FormDialog } from "../../../ui/dialogs/form-dialog.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { MomentField } from "../../../ui/fields/moment-field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { useDraft } from "../../../ui/fields/use-draft.ts";
import { type KeyKind, keyKinds } from "../key-kinds.ts";
import { LimitedList } from "./limited-list.tsx";
import { draftOf, faultsIn, type LimitsDraft, limitsIn } from "./limits-draft.ts";
import { MethodsField } from "./methods-field.tsx";

const text = keyLimitsMessages;

/** Form for the expiry and limits of a key. */
export default function LimitsDialog({
  kind,
  row,
  onClose,
}: {
  readonly kind: KeyKind;
  readonly row: DataApiKey | AdminApiKey;
  readonly onClose: () => void;
}) {
  const form = useDraft(
    () => draftOf(row),
    (draft) => faultsIn(draft, row, serviceNow()),
  );
  const { draft, set } = form;
  const save = useMutation(changing(kind.update, [kind.list, kind.one, "GET /svc/api/audit"]));
  const isData = kind === keyKinds.data;
  const submit = () =>
    save.mutate(
      { key: String(row.id), endsAt: draft.endsAt ?? null, limits: askedLimits(draft, isData) },
      {
        onSuccess: () => {
          announce(text.saved);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      wide
      title={text.dialogTitle(row.label || messages.keys.noLabel)}
      text={text.dialogText}
      submit={text.save}
      isBusy={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={() => form.send(submit)}
    >
      <div className="flex flex-col gap-1">
        <MomentField label={text.endsAt} value={draft.endsAt} onChange={(endsAt) => set({ endsAt })} />
        {form.isMissing("endsAt") ? (
          <p role="alert" className="text-bad text-sm">
            {text.pastEnd}
          </p>
        ) : (
          <p className="text-muted text-sm">{text.endsAtHint}</p>
        )}
      </div>
      {isData && (
        <>
          <MethodsField
            value={draft.methods}
            isMissing={form.isMissing("methods")}
            onChange={(methods) => set({ methods })}
          />
          <LimitedList {...text.layouts} value={draft.layouts} onChange={(layouts) => set({ layouts })} />
          <LimitedList {...text.scripts} value={draft.scripts} onChange={(scripts) => set({ scripts })} />
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField
              label={text.perMinute}
              inputMode="numeric"
              value={draft.callsPerMinute}
              error={form.isMissing("callsPerMinute") ? text.needCount : undefined}
              onChange={({ target }) => set({ callsPerMinute: target.value })}
            />
            <TextField
              label={text.perDay}
              inputMode="numeric"
              value={draft.callsPerDay}
              error={form.isMissing("callsPerDay") ? text.needCount : undefined}
              onChange={({ target }) => set({ callsPerDay: target.value })}
            />
            <SelectField
              label={text.zone}
              value={draft.timeZone}
              options={[
                { value: "", text: "UTC" },
                ...Intl.supportedValuesOf("timeZone").map((zone) => ({ value: zone, text: zone })),
              ]}
              onChange={(timeZone) => set({ timeZone })}
            />
          </div>
        </>
      )}
      <LimitedList
        {...text.networks}
        value={draft.networks}
        error={form.isMissing("networks") ? text.needNetwork : undefined}
        onChange={(networks) => set({ networks })}
      />
    </FormDialog>
  );
}

/** Returns the limits to store. Admin API keys can only be limited to networks: FileMaker's own calls have no layouts. */
function askedLimits(draft: LimitsDraft, isData: boolean) {
  const { networks, ...rest } = limitsIn(draft);
  return isData ? { networks, ...rest } : { networks };
}
