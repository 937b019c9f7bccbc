import { useMutation, useQuery } from "@tanstack/react-query";
import type { McpServer } from "#shared/mcp-servers/contract.ts";
import type { DataTools } from "#shared/mcp-servers/definition/contract.ts";
import { pageCall } from "../../../api/curl.ts";
import { changing, reading } from "../../../api/query.ts";
import { mcpServerMessages } from "../../../messages/english/mcp/servers.ts";
import { SaveDialog } from "../../../ui/dialogs/save-dialog.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { LabelField } from "../../../ui/fields/label-field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { TextArea } from "../../../ui/fields/text-area.tsx";
import { useDraft } from "../../../ui/fields/use-draft.ts";
import { addressOf } from "../connect/addresses.ts";
import { changesOf, draftOf, missing, newServer, type ServerDraft, slugFrom } from "./server-draft.ts";
import { staleServers } from "./stale-reads.ts";

const text = mcpServerMessages.dialog;
const create = "POST /svc/api/mcp-servers";
const change = "PATCH /svc/api/mcp-servers/{mcp_server_slug}";
const choices: readonly DataTools[] = ["off", "read", "read-write"];

/** Form for a new or existing MCP server. */
export default function ServerDialog({
  before,
  onSaved,
  onClose,
}: {
  readonly before?: McpServer | undefined;
  readonly onSaved?: ((server: McpServer) => void) | undefined;
  readonly onClose: () => void;
}) {
  const { draft, set, isMissing, send } = useDraft(() => draftOf(before), missing);
  const creating = useMutation(changing(create, staleServers));
  const saving = useMutation(changing(change, staleServers));
  const onSuccess = (server: McpServer) => {
    onClose();
    onSaved?.(server);
  };
  const save = () => {
    if (before === undefined) creating.mutate(newServer(draft), { onSuccess });
    else saving.mutate(changesOf(before, draft), { onSuccess });
  };
  return (
    <SaveDialog
      needs={create}
      wide
      before={before?.name}
      labels={text}
      text={before === undefined ? text.text : undefined}
      creating={creating}
      saving={saving}
      curl={() =>
        before === undefined ? pageCall(create, newServer(draft)) : pageCall(change, changesOf(before, draft))
      }
      onClose={onClose}
      onSubmit={() => send(save)}
    >
      <LabelField
        text={text}
        isMissing={isMissing("label")}
        value={draft.name}
        onChange={(name) => set({ name, ...(!draft.isSlugOwn && { slug: slugFrom(name) }) })}
      />
      <TextField
        label={text.slug}
        hint={before !== undefined && draft.slug !== before.slug ? text.slugMoves : text.slugHint(addressOf(draft))}
        maxLength={50}
        error={isMissing("slug") ? text.needSlug : undefined}
        value={draft.slug}
        onChange={({ target }) => set({ slug: target.value, isSlugOwn: true })}
      />
      <FileField filename={draft.filename} isMissing={isMissing("file")} onChange={(filename) => set({ filename })} />
      <ReadFields draft={draft} onChange={set} />
      <DataFields draft={draft} isMissing={isMissing("tables")} onChange={set} />
      <Switch
        label={text.oauth}
        text={text.oauthText}
        checked={draft.oauthEnabled}
        onChange={(oauthEnabled) => set({ oauthEnabled })}
      />
      <TextField
        label={text.rate}
        hint={text.rateHint}
        inputMode="numeric"
        maxLength={5}
        error={isMissing("rate") ? text.needRate : undefined}
        value={draft.callsPerMinute}
        onChange={({ target }) => set({ callsPerMinute: target.value })}
      />
    </SaveDialog>
  );
}

/** Texts about the server for users and models. */
function ReadFields({
  draft: { description, instructions },
  onChange,
}: {
  readonly draft: ServerDraft;
  readonly onChange: (change: Partial<ServerDraft>) => void;
}) {
  return (
    <>
      <TextField
        label={text.description}
        hint={text.descriptionHint}
        maxLength={1024}
        value={description}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      <TextArea
        label={text.instructions}
        hint={text.instructionsHint}
        rows={3}
        maxLength={1500}
        value={instructions}
        onChange={({ target }) => onChange({ instructions: target.value })}
      />
    </>
  );
}

/** Record tools, and the tables that they can access. */
function DataFields({
  draft: { dataTools, allowedTables },
  isMissing,
  onChange,
}: {
  readonly draft: ServerDraft;
  readonly isMissing: boolean;
  readonly onChange: (change: Partial<ServerDraft>) => void;
}) {
  return (
    <>
      <SelectField
        label={text.dataTools}
        hint={text.dataToolsHint}
        value={dataTools}
        options={choices.map((value) => ({ value, text: text.dataToolsChoices[value] }))}
        onChange={(chosen) => onChange({ dataTools: chosen })}
      />
      {dataTools !== "off" && (
        <TextArea
          label={text.tables}
          hint={text.tablesHint}
          error={isMissing ? text.needTables : undefined}
          rows={4}
          value={allowedTables}
          onChange={({ target }) => onChange({ allowedTables: target.value })}
        />
      )}
    </>
  );
}

function FileField({
  filename,
  isMissing,
  onChange,
}: {
  readonly filename: string;
  readonly isMissing: boolean;
  readonly onChange: (filename: string) => void;
}) {
  const files = useQuery(reading("GET /svc/api/databases", {}));
  const hosted = (files.data?.databases ?? []).map((file) => file.filename);
  const names = [...new Set([...hosted, ...(filename === "" ? [] : [filename])])];
  return (
    <SelectField
      label={text.file}
      error={isMissing ? text.needFile : undefined}
      value={filename}
      options={[{ value: "", text: text.chooseFile }, ...names.map((value) => ({ value, text: value }))]}
      onChange={onChange}
    />
  );
}
