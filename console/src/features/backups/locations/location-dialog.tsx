import { useMutation } from "@tanstack/react-query";
import { pageCall } from "../../../api/curl.ts";
import { changing } from "../../../api/query.ts";
import { backupMessages } from "../../../messages/english/installation/backups.ts";
import { SaveDialog } from "../../../ui/dialogs/save-dialog.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { useDraft } from "../../../ui/fields/use-draft.ts";
import { MoreFields } from "../../../ui/layout/more-fields.tsx";
import { staleLocations } from "../stale-backups.ts";
import { changesOf, draftOf, type LocationDraft, missing, needsSecret, newLocation } from "./location-draft.ts";
import type { Location } from "./locations.ts";

const text = backupMessages.locationDialog;
const create = "POST /svc/api/settings/offsite/remotes";
const change = "PATCH /svc/api/settings/offsite/remotes/{remote_name}";
const addressings = Object.entries(text.addressings).map(([value, label]) => ({
  value: value as LocationDraft["addressing"],
  text: label,
}));

/** Form of an account at a store. The location is tested before it is saved; problems are shown with the store's own message. */
export default function LocationDialog({
  before,
  onClose,
}: {
  readonly before?: Location | undefined;
  readonly onClose: () => void;
}) {
  const { draft, set, isMissing, send } = useDraft(
    () => draftOf(before),
    (filled) => missing(before, filled),
  );
  const creating = useMutation(changing(create, staleLocations));
  const saving = useMutation(changing(change, staleLocations));
  const save = () => {
    if (before === undefined) creating.mutate(newLocation(draft), { onSuccess: onClose });
    else saving.mutate(changesOf(before, draft), { onSuccess: onClose });
  };
  const input = (name: keyof LocationDraft) => ({
    autoComplete: "off",
    spellCheck: false,
    value: draft[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => set({ [name]: target.value }),
  });
  const asksForSecret = needsSecret(before, draft);

  return (
    <SaveDialog
      wide
      before={before?.label}
      labels={text}
      text={text.text}
      creating={creating}
      saving={saving}
      curl={() =>
        before === undefined ? pageCall(create, newLocation(draft)) : pageCall(change, changesOf(before, draft))
      }
      onClose={onClose}
      onSubmit={() => send(save)}
    >
      {before === undefined && (
        <TextField
          label={text.name}
          maxLength={100}
          error={isMissing("name") ? text.needName : undefined}
          {...input("name")}
        />
      )}
      <TextField
        label={text.endpoint}
        hint={text.endpointHint}
        error={isMissing("endpoint") ? text.needEndpoint : undefined}
        {...input("endpoint")}
      />
      <TextField
        label={text.accessKey}
        error={isMissing("accessKeyId") ? text.needAccessKey : undefined}
        {...input("accessKeyId")}
      />
      {asksForSecret && (
        <TextField
          label={text.secret}
          type="password"
          hint={before === undefined ? text.secretHint : text.secretChanged}
          error={isMissing("secret") ? text.needSecret : undefined}
          {...input("secret")}
          autoComplete="new-password"
        />
      )}
      <TextField label={text.bucket} hint={text.bucketHint} {...input("bucket")} />
      {draft.bucket.trim() !== "" && <TextField label={text.path} {...input("path")} />}
      <MoreFields title={text.more}>
        <TextField label={text.region} hint={text.regionHint} {...input("region")} />
        <SelectField
          label={text.addressing}
          value={draft.addressing}
          options={addressings}
          onChange={(addressing) => set({ addressing })}
        />
      </MoreFields>
    </SaveDialog>
  );
}
