import { useQuery } from "@tanstack/react-query";
import { reading } from "../../../api/query.ts";
import { accessMessages } from "../../../messages/english/installation/access.ts";
import { Field } from "../../../ui/fields/field.tsx";
import { MultiChoice } from "../../../ui/fields/multi-choice.tsx";
import { NumberedChoice } from "../../../ui/fields/numbered-choice.tsx";

const text = accessMessages.statusPage;

/** Files on the status page: selected from the hosted files, or typed if the server doesn't list them. */
export function ShownFiles({
  files,
  onChange,
}: {
  readonly files: readonly string[];
  readonly onChange: (files: readonly string[]) => void;
}) {
  const hosted = useQuery(reading("GET /svc/api/databases", {})).data?.databases ?? [];
  return (
    <Field label={text.files.label} hint={text.files.hint}>
      {(ties) => (
        <MultiChoice
          ties={ties}
          choices={hosted.map(({ filename }) => ({ name: bareName(filename) }))}
          chosen={files}
          onChange={onChange}
          placeholder={text.files.placeholder}
          removeLabel={text.files.remove}
          addLabel={text.files.add}
          emptyText={text.files.none}
          complete={bareName}
        />
      )}
    </Field>
  );
}

/** Returns a file's name as on the status page. */
function bareName(name: string): string {
  return name.replace(/\.fmp12$/i, "");
}

/** Schedules whose next runs are on the status page. */
export function ShownSchedules({
  schedules,
  onChange,
}: {
  readonly schedules: readonly number[];
  readonly onChange: (schedules: readonly number[]) => void;
}) {
  const known = useQuery(reading("GET /svc/api/schedules", {})).data?.schedules ?? [];
  return (
    <NumberedChoice
      label={text.schedules.label}
      hint={text.schedules.hint}
      text={text.schedules}
      known={known}
      chosen={schedules}
      onChange={onChange}
    />
  );
}
