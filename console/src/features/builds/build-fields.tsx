import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { InputOf } from "../../api/operations.ts";
import { reading } from "../../api/query.ts";
import { serviceNow } from "../../api/service-clock.ts";
import { buildMessages } from "../../messages/english/builds.ts";
import { Choice } from "../../ui/fields/choice.tsx";
import { Field, TextField } from "../../ui/fields/field.tsx";
import { MultiChoice } from "../../ui/fields/multi-choice.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { defaultBuildId } from "./default-build-id.ts";

const text = buildMessages.dialog;

/** Build in a form. */
interface BuildDraft {
  /** Undefined until the user types an ID: then it is the default. */
  readonly buildId: string | undefined;
  readonly files: readonly string[];
  readonly clone: boolean;
  readonly force: boolean;
}

const newBuild: BuildDraft = { buildId: undefined, files: [], clone: true, force: false };

/** Returns the build in the service's format. */
function buildOf({ buildId = "", files, clone, force }: BuildDraft): InputOf<"POST /svc/api/build"> {
  return { buildId: buildId.trim(), files: files.map((fileName) => ({ fileName, clone })), force };
}

/** Fields for the files of a build, their form, and its id. */
function BuildFields({
  draft,
  buildId,
  isSent,
  onChange,
}: {
  readonly draft: BuildDraft;
  /** ID, or its default. */
  readonly buildId: string;
  readonly isSent: boolean;
  readonly onChange: (draft: BuildDraft) => void;
}) {
  const databases = useQuery(reading("GET /svc/api/databases", {}));
  const set = (change: Partial<BuildDraft>) => onChange({ ...draft, ...change });
  return (
    <>
      <Field
        label={text.files}
        hint={text.filesHint}
        error={isSent && draft.files.length === 0 ? text.needFile : undefined}
      >
        {(ties) => (
          <MultiChoice
            ties={ties}
            choices={(databases.data?.databases ?? []).map(({ filename: name }) => ({ name }))}
            chosen={draft.files}
            onChange={(files) => set({ files })}
            placeholder={text.filesPlaceholder}
            removeLabel={text.removeFile}
            addLabel={text.addFile}
            emptyText={text.noFiles}
            complete={withExtension}
          />
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
        value={buildId}
        error={isSent && draft.files.length > 0 && buildId.trim() === "" ? text.needBuildId : undefined}
        onChange={({ target }) => set({ buildId: target.value })}
      />
      <Switch label={text.force} checked={draft.force} onChange={(force) => set({ force })} />
    </>
  );
}

/**
 * Fields for a new build, with a draft of their own. Passes on the build after each change, or undefined while there are no files or no ID.
 */
export function NewBuildFields({
  isSent,
  isScheduled = false,
  onBuild,
}: {
  readonly isSent: boolean;
  /** True if a schedule makes the build: its runs add their times to the ID. */
  readonly isScheduled?: boolean;
  readonly onBuild: (build: ReturnType<typeof buildOf> | undefined) => void;
}) {
  const [draft, setDraft] = useState(newBuild);
  const [openedAt] = useState(serviceNow);
  const idOf = ({ buildId, files }: BuildDraft) => buildId ?? defaultBuildId(files, isScheduled ? undefined : openedAt);
  const change = (next: BuildDraft) => {
    setDraft(next);
    const build = buildOf({ ...next, buildId: idOf(next) });
    onBuild(next.files.length === 0 || build.buildId === "" ? undefined : build);
  };
  return <BuildFields draft={draft} buildId={idOf(draft)} isSent={isSent} onChange={change} />;
}

function withExtension(name: string): string {
  return /\.fmp12$/i.test(name) ? name : `${name}.fmp12`;
}
