import { useMutation } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { McpServer } from "#shared/mcp-servers/contract.ts";
import { call } from "../../../api/client.ts";
import { pageCall } from "../../../api/curl.ts";
import type { InputOf, OutputOf } from "../../../api/operations.ts";
import { mcpTrialMessages } from "../../../messages/english/mcp/trials.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { CurlButton } from "../../../ui/buttons/curl-button.tsx";
import { Refusal } from "../../../ui/feedback/refusal.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { Chip } from "../../../ui/values/chip.tsx";
import { CredentialFields, useCredential } from "./credential-fields.tsx";

const text = mcpTrialMessages.preview;
const address = "POST /svc/api/mcp-servers/{mcp_server_slug}/preview";
type Preview = OutputOf<typeof address>;

/** Preview of what clients with an account would see. */
export default function PreviewPart({ server: { slug, filename } }: { readonly server: McpServer }) {
  const given = useCredential(filename);
  const [isSent, setSent] = useState(false);
  const look = useMutation({ mutationFn: (input: InputOf<typeof address>) => call(address, input) });
  const asked = { mcp_server_slug: slug, ...given.credential };
  const send = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (given.credential !== undefined) look.mutate(asked);
  };
  return (
    <>
      <Panel title={text.title} text={text.text} actions={<CurlButton calls={() => [pageCall(address, asked)]} />}>
        <form noValidate autoComplete="off" className="flex max-w-2xl flex-col items-start gap-4" onSubmit={send}>
          <div className="flex w-full flex-col gap-4">
            <CredentialFields given={given} isSent={isSent} />
          </div>
          <Button
            needs="POST /svc/api/mcp-servers/{mcp_server_slug}/preview"
            type="submit"
            look="primary"
            busy={look.isPending}
          >
            {text.submit}
          </Button>
          {look.error && <Refusal error={look.error} />}
        </form>
      </Panel>
      {look.data && <Seen preview={look.data} />}
    </>
  );
}

function Seen({
  preview: { tools, other_tools: others, unreachable_tables: unreachable, instructions },
}: {
  readonly preview: Preview;
}) {
  const shown = tools.filter((tool) => tool.is_shown).length;
  return (
    <>
      <Panel title={text.tools} text={<span role="status">{text.count(shown, tools.length)}</span>} flush>
        {tools.length === 0 && <p className="p-4 text-muted">{text.none}</p>}
        <ul aria-label={text.tools} className="divide-y divide-line">
          {tools.map(({ id, name, mcp_name: mcpName, is_shown: isShown, reason }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
              <Chip tone={isShown ? "good" : "plain"} icon={isShown ? Eye : EyeOff}>
                {isShown ? text.shown : text.hidden}
              </Chip>
              <div className="min-w-0 flex-1 basis-64">
                <p className="wrap-anywhere font-medium">
                  {name} <span className="break-all font-mono font-normal text-muted text-sm">{mcpName}</span>
                </p>
                <p className="text-muted text-sm">{text.reasons[reason]}</p>
              </div>
            </li>
          ))}
        </ul>
        {unreachable.length > 0 && (
          <p className="wrap-anywhere border-line border-t px-4 py-2 text-sm">
            <strong>{text.unreachable(unreachable.join(", "))}</strong> {text.unreachableText}
          </p>
        )}
        {others.length > 0 && (
          <p className="wrap-anywhere border-line border-t px-4 py-2 text-sm">
            {text.others}: <span className="font-mono">{others.join(", ")}</span>
          </p>
        )}
      </Panel>
      <Panel title={text.instructions}>
        <p className="whitespace-pre-wrap wrap-anywhere">{instructions}</p>
      </Panel>
    </>
  );
}
