import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { InputOf } from "../../api/operations.ts";
import { reading } from "../../api/query.ts";
import { buildMessages } from "../../messages/english/builds.ts";
import { classes } from "../../ui/classes.ts";
import { Choice } from "../../ui/fields/choice.tsx";
import { Field, inputClasses, TextField } from "../../ui/fields/field.tsx";
import { Switch } from "../../ui/fields/switch.tsx";

const text = buildMessages.dialog;

/** Build in a form. */
interface BuildDraft {
  readonly buildId: string;
  readonly files: readonly string[];
  readonly clone: boolean;
  readonly force: boolean;
}

const newBuild: BuildDraft = { buildId: "", files: [], clone: true, force: false };

/** Returns the build in the service's format. */
function buildOf({ buildId, files, clone, force }: BuildDraft): InputOf<"POST /svc/api/build"> {
  const named = buildId.trim() === "" ? {} : { buildId: buildId.trim() };
  return { ...named, files: files.map((fileName) => ({ fileName, clone })), force };
}

/** Fields for the files of a build, their form, and its id. */
function BuildFields({
  draft,
  isMissing,
  onChange,
}: {
  readonly draft: BuildDraft;
  readonly isMissing: boolean;
  readonly onChange: (draft: BuildDraft) => void;
}) {
  const databases = useQuery(reading("GET /svc/api/databases", {}));
  const set = (change: Partial<BuildDraft>) => onChange({ ...draft, ...change });
  return (
    <>
      <Field label={text.files} hint={text.filesHint} error={isMissing ? text.needFile : undefined}>
        {(ties) => (
          <select
            {...ties}
            multiple
            size={6}
            className={classes(inputClasses, "h-auto")}
            value={draft.files}
            onChange={({ target }) => set({ files: [...target.selectedOptions].map(({ value }) => value) })}
          >
            {(databases.data?.databases ?? []).map(({ filename }) => (
              <option key={filename}>{filename}</option>
            ))}
          </select>
        )}
      </Field>
      <Choice
        label={text.form}
        value={draft.clone ? "clone" : "copy"}
        options={[
          { value: "clone", label: text.clone, text: text.cloneText },
          { value: "copy", label: text.copy, text: text.copyText },
        ]}
        onChange={(form) => set({ clone: form === "clone" })}
      />
      <TextField
        label={text.buildId}
        hint={text.buildIdHint}
        maxLength={100}
        value={draft.buildId}
        onChange={({ target }) => set({ buildId: target.value })}
      />
      <Switch label={text.force} checked={draft.force} onChange={(force) => set({ force })} />
    </>
  );
}

/** Fields for a new build, with a draft of their own. Passes on the build after each change, or undefined while no files are selected. */
export function NewBuildFields({
  isSent,
  onBuild,
}: {
  readonly isSent: boolean;
  readonly onBuild: (build: ReturnType<typeof buildOf> | undefined) => void;
}) {
  const [draft, setDraft] = useState(newBuild);
  const change = (next: BuildDraft) => {
    setDraft(next);
    onBuild(next.files.length === 0 ? undefined : buildOf(next));
  };
  return <BuildFields draft={draft} isMissing={isSent && draft.files.length === 0} onChange={change} />;
}
