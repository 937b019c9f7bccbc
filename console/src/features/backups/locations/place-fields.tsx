import { useQuery } from "@tanstack/react-query";
import { reading } from "../../../api/query.ts";
import { backupMessages } from "../../../messages/english/installation/backups.ts";
import { TextField } from "../../../ui/fields/field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { locationsIn } from "./locations.ts";

const text = backupMessages.scheduleDialog;

/** Folder in a bucket at a location. */
export interface PlaceDraft {
  readonly remote: string;
  readonly bucket: string;
  readonly path: string;
}

/** Returns errors by field. */
export function missingIn({ remote, bucket, path }: PlaceDraft) {
  return { remote: remote === "", bucket: bucket.trim() === "", path: path.trim() === "" };
}

/** Fields for the destination of backups: a list of buckets if the account can list them, otherwise a text field. */
export function PlaceFields({
  place,
  isMissing,
  onChange,
}: {
  readonly place: PlaceDraft;
  readonly isMissing: (field: keyof PlaceDraft) => boolean;
  readonly onChange: (change: Partial<PlaceDraft>) => void;
}) {
  const list = useQuery(reading("GET /svc/api/settings/offsite/remotes", {}));
  const buckets = useQuery({
    ...reading("GET /svc/api/settings/offsite/remotes/{remote_name}/buckets", { remote_name: place.remote }),
    enabled: place.remote !== "",
    retry: false,
  });
  const locations = list.data === undefined ? [] : locationsIn(list.data);
  const names = buckets.data?.buckets;
  const choose = (remote: string) =>
    onChange({ remote, bucket: locations.find(({ id }) => id === remote)?.check?.bucket ?? "" });
  return (
    <>
      <SelectField
        label={text.remote}
        hint={list.data && locations.length === 0 ? backupMessages.schedules.needLocation : undefined}
        error={isMissing("remote") ? text.needRemote : undefined}
        value={place.remote}
        options={[
          { value: "", text: text.chooseRemote },
          ...locations.map(({ id, label }) => ({ value: id, text: label })),
        ]}
        onChange={choose}
      />
      {names === undefined ? (
        <TextField
          label={text.bucket}
          hint={buckets.isError ? text.bucketHint : undefined}
          error={isMissing("bucket") ? text.needBucket : undefined}
          value={place.bucket}
          onChange={({ target }) => onChange({ bucket: target.value })}
        />
      ) : (
        <SelectField
          label={text.bucket}
          error={isMissing("bucket") ? text.needBucket : undefined}
          value={place.bucket}
          options={[
            { value: "", text: text.chooseBucket },
            ...[...new Set([...names, place.bucket])]
              .filter((name) => name !== "")
              .map((name) => ({ value: name, text: name })),
          ]}
          onChange={(bucket) => onChange({ bucket })}
        />
      )}
      <TextField
        label={text.path}
        error={isMissing("path") ? text.needPath : undefined}
        value={place.path}
        onChange={({ target }) => onChange({ path: target.value })}
      />
    </>
  );
}
