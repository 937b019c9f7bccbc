import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useId } from "react";
import { reading } from "../../../../api/query.ts";
import { deploymentFormMessages } from "../../../../messages/english/deployment-form.ts";
import { Button } from "../../../../ui/buttons/button.tsx";
import { IconButton } from "../../../../ui/buttons/icon-button.tsx";
import { TextField } from "../../../../ui/fields/field.tsx";
import { SelectField } from "../../../../ui/fields/select-field.tsx";
import { partName } from "../../deployments.ts";
import { BuildOptionFields } from "./build-option-fields.tsx";
import { ServerFields } from "./server-fields.tsx";
import { isAddress, type Source, type SourceOf } from "./sources.ts";

const text = deploymentFormMessages.source;

interface FieldsOf<S extends Source> {
  readonly source: S;
  readonly isSent: boolean;
  readonly onChange: (source: Source) => void;
}

/** Fields of a source, by its kind. */
export function SourceFields({ source, isSent, onChange }: FieldsOf<Source>) {
  const shared = { isSent, onChange };
  switch (source.type) {
    case "service":
    case "otto4":
      return (
        <>
          <ServerFields source={source} {...shared} />
          <BuildField source={source} {...shared} />
        </>
      );
    case "servicejit":
    case "otto4jit":
      return (
        <>
          <ServerFields source={source} {...shared} />
          <BuildOptionFields
            options={source.buildOptions ?? {}}
            isSent={isSent}
            onChange={(buildOptions) => onChange({ ...source, buildOptions })}
          />
        </>
      );
    case "build_inbox":
      return <BuildField source={source} {...shared} />;
    case "local":
      return (
        <TextField
          label={text.folder}
          hint={text.folderHint}
          spellCheck={false}
          value={source.folderPath ?? ""}
          onChange={({ target }) => onChange({ ...source, folderPath: target.value || undefined })}
        />
      );
    case "backup":
      return <BackupField source={source} {...shared} />;
    case "url":
      return (
        <TextField
          label={text.url}
          hint={text.urlHint}
          type="url"
          spellCheck={false}
          error={isSent && !isAddress(source.url) ? text.needed : undefined}
          value={source.url}
          onChange={({ target }) => onChange({ ...source, url: target.value })}
        />
      );
    case "file_urls":
      return <FileAddresses source={source} {...shared} />;
    case "offsite_storage":
    case "offsite_backup":
      return null;
  }
}

function BuildField({
  source,
  isSent,
  onChange,
}: FieldsOf<SourceOf<"service"> | SourceOf<"otto4"> | SourceOf<"build_inbox">>) {
  const builds = useId();
  const inbox = useQuery({
    ...reading("GET /svc/api/build/list", { inboxOrOutbox: "inbox" }),
    enabled: source.type === "build_inbox",
  });
  return (
    <>
      <TextField
        label={text.buildId}
        list={builds}
        spellCheck={false}
        error={isSent && source.buildId.trim() === "" ? text.needed : undefined}
        value={source.buildId}
        onChange={({ target }) => onChange({ ...source, buildId: target.value })}
      />
      <datalist id={builds}>
        {inbox.data?.manifests.map(({ buildId }) => (
          <option key={buildId} value={buildId} />
        ))}
      </datalist>
    </>
  );
}

/** Part of an earlier deployment that has kept the files it replaced. */
function BackupField({ source, isSent, onChange }: FieldsOf<SourceOf<"backup">>) {
  const backups = useQuery(reading("GET /svc/api/deployment/backups", {}));
  const all = useQuery(reading("GET /svc/api/deployment", {}));
  const kept = new Set(backups.data?.subDeployments);
  const known = (all.data?.deployments ?? []).filter(({ id }) => kept.has(id));
  const options = known.map((part) => ({ value: String(part.id), text: partName(part) }));
  const isListed = source.deploymentId === 0 || known.some(({ id }) => id === source.deploymentId);
  return (
    <SelectField
      label={text.backup}
      hint={text.backupHint}
      error={isSent && source.deploymentId === 0 ? text.needed : undefined}
      value={String(source.deploymentId)}
      options={[
        { value: "0", text: options.length === 0 ? text.noBackup : text.chooseBackup },
        ...options,
        ...(isListed ? [] : [{ value: String(source.deploymentId), text: text.goneBackup(source.deploymentId) }]),
      ]}
      onChange={(id) => {
        const batchId = known.find((part) => part.id === Number(id))?.batch_id;
        onChange({ type: "backup", deploymentId: Number(id), batchId });
      }}
    />
  );
}

function FileAddresses({ source, isSent, onChange }: FieldsOf<SourceOf<"file_urls">>) {
  const change = (index: number, changed: Partial<SourceOf<"file_urls">["files"][number]>) =>
    onChange({ ...source, files: source.files.map((file, at) => (at === index ? { ...file, ...changed } : file)) });
  return (
    <>
      {source.files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key in the form
        <div key={index} className="grid items-end gap-3 sm:grid-cols-[1fr_14rem_auto]">
          <TextField
            label={text.fileUrl(index + 1)}
            type="url"
            spellCheck={false}
            error={isSent && !isAddress(file.url) ? text.needed : undefined}
            value={file.url}
            onChange={({ target }) => change(index, { url: target.value })}
          />
          <TextField
            label={text.fileName(index + 1)}
            spellCheck={false}
            error={isSent && file.filename.trim() === "" ? text.needed : undefined}
            value={file.filename}
            onChange={({ target }) => change(index, { filename: target.value })}
          />
          <IconButton
            icon={Trash2}
            label={text.removeAddress(index + 1)}
            disabled={source.files.length === 1}
            onClick={() => onChange({ ...source, files: source.files.toSpliced(index, 1) })}
          />
        </div>
      ))}
      <Button
        className="self-start"
        onClick={() => onChange({ ...source, files: [...source.files, { url: "https://", filename: "" }] })}
      >
        <Plus aria-hidden size={14} />
        {text.addAddress}
      </Button>
    </>
  );
}
