import { Plus, Trash2 } from "lucide-react";
import { deploymentFormMessages } from "../../../../messages/english/deployment-form.ts";
import { Button } from "../../../../ui/buttons/button.tsx";
import { IconButton } from "../../../../ui/buttons/icon-button.tsx";
import { TextField } from "../../../../ui/fields/field.tsx";
import { SelectField } from "../../../../ui/fields/select-field.tsx";
import { Switch } from "../../../../ui/fields/switch.tsx";
import { TextArea } from "../../../../ui/fields/text-area.tsx";
import { MoreFields } from "../../../../ui/layout/more-fields.tsx";
import { NotificationFields } from "../notification-fields.tsx";
import { ScriptFields } from "../script-fields.tsx";
import type { SourceOf } from "./sources.ts";

const text = deploymentFormMessages.build;
export type BuildOptions = NonNullable<SourceOf<"servicejit">["buildOptions"]>;
type TextFile = NonNullable<BuildOptions["textFiles"]>[number];

const levels = ["-1", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;
const memoryLevels = levels.slice(2);

/** Options for the build on the other server. */
export function BuildOptionFields({
  options,
  isSent,
  onChange,
}: {
  readonly options: BuildOptions;
  readonly isSent: boolean;
  readonly onChange: (options: BuildOptions) => void;
}) {
  const set = (change: BuildOptions) => onChange({ ...options, ...change });
  const { preBuildScript: before, fileConfig = {} } = options;
  return (
    <>
      <Switch
        label={text.withContainers}
        text={text.withContainersText}
        checked={options.includeContainerData ?? false}
        onChange={(includeContainerData) => set({ includeContainerData })}
      />
      <MoreFields title={text.more}>
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            label={text.level}
            hint={text.levelHint}
            value={String(options.compressionLevel ?? 0)}
            options={levels.map((value) => ({ value, text: text.levels(value) }))}
            onChange={(level) => set({ compressionLevel: Number(level) })}
          />
          <SelectField
            label={text.memoryLevel}
            hint={text.memoryLevelHint}
            value={String(options.memoryLevel ?? 1)}
            options={memoryLevels.map((value) => ({ value, text: value }))}
            onChange={(level) => set({ memoryLevel: Number(level) })}
          />
        </div>
        <Switch
          label={text.notes}
          checked={fileConfig.notes ?? false}
          onChange={(notes) => set({ fileConfig: { ...fileConfig, notes } })}
        />
        <Switch
          label={text.webhooks}
          text={text.webhooksText}
          checked={fileConfig.webhooks ?? false}
          onChange={(webhooks) => set({ fileConfig: { ...fileConfig, webhooks } })}
        />
        <Switch
          label={text.mcpServers}
          checked={fileConfig.mcpServers ?? false}
          onChange={(mcpServers) => set({ fileConfig: { ...fileConfig, mcpServers } })}
        />
        <Switch
          label={text.credentials}
          text={text.credentialsText}
          checked={options.includeCredentialsInManifest ?? false}
          onChange={(includeCredentialsInManifest) => set({ includeCredentialsInManifest })}
        />
        <ScriptFields
          title={text.script}
          isSent={isSent}
          script={before}
          onChange={(script) => set({ preBuildScript: script && { ...before, ...script } })}
        >
          <Switch
            label={text.scriptDecides}
            checked={before?.stopBuildOnFail ?? false}
            onChange={(stopBuildOnFail) => before && set({ preBuildScript: { ...before, stopBuildOnFail } })}
          />
        </ScriptFields>
        <TextFiles
          files={options.textFiles ?? []}
          isSent={isSent}
          onChange={(textFiles) => set({ textFiles: textFiles.length === 0 ? undefined : textFiles })}
        />
        <NotificationFields
          notifications={options.notifications ?? []}
          onChange={(notifications) => set({ notifications: notifications.length === 0 ? undefined : notifications })}
        />
      </MoreFields>
    </>
  );
}

/** Text files to write to this server's Documents folder. */
function TextFiles({
  files,
  isSent,
  onChange,
}: {
  readonly files: readonly TextFile[];
  readonly isSent: boolean;
  readonly onChange: (files: TextFile[]) => void;
}) {
  const change = (index: number, next: Partial<TextFile>) =>
    onChange(files.map((file, at) => (at === index ? { ...file, ...next } : file)));
  return (
    <>
      {files.map(({ fileName, content }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key in the form
        <fieldset key={index} className="flex min-w-0 flex-col gap-3 rounded-md border border-line p-3">
          <legend className="sr-only">{text.textFile(index + 1)}</legend>
          <div className="grid grid-cols-[1fr_auto] items-end gap-3">
            <TextField
              label={text.textFile(index + 1)}
              maxLength={200}
              spellCheck={false}
              error={isSent && fileName.trim() === "" ? text.needName : undefined}
              value={fileName}
              onChange={({ target }) => change(index, { fileName: target.value })}
            />
            <IconButton
              icon={Trash2}
              label={text.removeTextFile(index + 1)}
              onClick={() => onChange(files.toSpliced(index, 1))}
            />
          </div>
          <TextArea
            label={text.content}
            hint={text.contentHint}
            rows={4}
            maxLength={30_000}
            value={content}
            onChange={({ target }) => change(index, { content: target.value })}
          />
        </fieldset>
      ))}
      <Button className="self-start" onClick={() => onChange([...files, { fileName: "", content: "" }])}>
        <Plus aria-hidden size={14} />
        {text.addTextFile}
      </Button>
    </>
  );
}
