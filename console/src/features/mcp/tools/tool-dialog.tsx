import { useMutation } from "@tanstack/react-query";
import type { McpServer } from "#shared/mcp-servers/contract.ts";
import type { McpTool } from "#shared/mcp-servers/tools/contract.ts";
import { pageCall } from "../../../api/curl.ts";
import { changing } from "../../../api/query.ts";
import { mcpToolMessages } from "../../../messages/english/mcp/tools.ts";
import { SaveDialog } from "../../../ui/dialogs/save-dialog.tsx";
import { LabelField } from "../../../ui/fields/label-field.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { TextArea } from "../../../ui/fields/text-area.tsx";
import { useDraft } from "../../../ui/fields/use-draft.ts";
import { staleServers } from "../servers/stale-reads.ts";
import { MoreToolFields } from "./more-tool-fields.tsx";
import { ParameterFields } from "./parameter-fields.tsx";
import { ScriptField } from "./script-field.tsx";
import { changesOf, draftOf, isPoorlyDescribed, missing, newTool } from "./tool-draft.ts";

const text = mcpToolMessages.dialog;
const create = "POST /svc/api/mcp-servers/{mcp_server_slug}/tools";
const change = "PATCH /svc/api/mcp-servers/{mcp_server_slug}/tools/{id}";

/** Form for a new or existing script tool. */
export default function ToolDialog({
  server: { slug, filename },
  before,
  onClose,
}: {
  readonly server: Pick<McpServer, "slug" | "filename">;
  readonly before?: McpTool | undefined;
  readonly onClose: () => void;
}) {
  const { draft, isSent, set, isMissing, send } = useDraft(() => draftOf(before), missing);
  const creating = useMutation(changing(create, staleServers));
  const saving = useMutation(changing(change, staleServers));
  const save = () => {
    if (before === undefined) creating.mutate(newTool(slug, draft), { onSuccess: onClose });
    else saving.mutate(changesOf(before, draft), { onSuccess: onClose });
  };
  return (
    <SaveDialog
      wide
      before={before?.name}
      labels={text}
      text={text.text}
      creating={creating}
      saving={saving}
      curl={() =>
        before === undefined ? pageCall(create, newTool(slug, draft)) : pageCall(change, changesOf(before, draft))
      }
      onClose={onClose}
      onSubmit={() => send(save)}
    >
      <LabelField text={text} isMissing={isMissing("label")} value={draft.name} onChange={(name) => set({ name })} />
      <ScriptField
        filename={filename}
        script={draft.scriptName}
        isMissing={isMissing("script")}
        onChange={(scriptName) => set({ scriptName })}
      />
      <TextArea
        label={text.description}
        hint={isPoorlyDescribed(draft) ? text.needDescription : text.descriptionHint}
        rows={3}
        maxLength={1024}
        value={draft.description}
        onChange={({ target }) => set({ description: target.value })}
      />
      <ParameterFields parameters={draft.parameters} isSent={isSent} onChange={(parameters) => set({ parameters })} />
      <Switch
        label={text.active}
        text={text.activeText}
        checked={draft.isActive}
        onChange={(isActive) => set({ isActive })}
      />
      <MoreToolFields draft={draft} isMissing={isMissing} onChange={set} />
    </SaveDialog>
  );
}
