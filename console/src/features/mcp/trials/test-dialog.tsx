import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { McpServer } from "#shared/mcp-servers/contract.ts";
import type { McpTool } from "#shared/mcp-servers/tools/contract.ts";
import { pageCall } from "../../../api/curl.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { changing } from "../../../api/query.ts";
import { mcpTrialMessages } from "../../../messages/english/mcp/trials.ts";
import { messages } from "../../../messages/messages.ts";
import { CopyIcon } from "../../../ui/buttons/copy-button.tsx";
import { FormDialog } from "../../../ui/dialogs/form-dialog.tsx";
import { Chip } from "../../../ui/values/chip.tsx";
import { ArgumentFields } from "./argument-fields.tsx";
import { CredentialFields, useCredential } from "./credential-fields.tsx";
import { argumentsOf, type GivenTexts } from "./test-arguments.ts";

const text = mcpTrialMessages.test;
const address = "POST /svc/api/mcp-servers/{mcp_server_slug}/tools/{id}/test";
type Trial = OutputOf<typeof address>;

/** Runs a tool's script like a client's call, and shows the request and the response. */
export default function TestDialog({
  server: { filename },
  tool,
  onClose,
}: {
  readonly server: Pick<McpServer, "filename">;
  readonly tool: McpTool;
  readonly onClose: () => void;
}) {
  const given = useCredential(filename);
  const [typed, setTyped] = useState<GivenTexts>({});
  const [isSent, setSent] = useState(false);
  const run = useMutation(changing(address, ["GET /svc/api/audit"]));
  const asked = {
    mcp_server_slug: tool.mcp_server_slug,
    id: tool.id,
    ...given.credential,
    arguments: argumentsOf(tool.input_schema, typed),
  };
  const submit = () => {
    setSent(true);
    if (given.credential !== undefined) run.mutate(asked);
  };
  return (
    <FormDialog
      wide
      title={text.title(tool.name)}
      text={text.text}
      submit={text.submit}
      cancel={messages.dialog.close}
      isBusy={run.isPending}
      error={run.error}
      curl={() => pageCall(address, asked)}
      onClose={onClose}
      onSubmit={submit}
    >
      <ArgumentFields schema={tool.input_schema} given={typed} onChange={setTyped} />
      <CredentialFields given={given} isSent={isSent} />
      {run.data && <Outcome trial={run.data} />}
    </FormDialog>
  );
}

function Outcome({ trial: { request, answer, result, outcome, duration_ms: took } }: { readonly trial: Trial }) {
  const isNothingSent = outcome === "arguments";
  const sent = `${request.method} ${request.path}${request.body === null ? "" : `\n${pretty(request.body)}`}`;
  const came = answer === null ? undefined : `HTTP ${answer.status}\n${pretty(answer.body)}`;
  return (
    <section aria-label={text.result} className="flex flex-col gap-3">
      <p role="status" className="flex flex-wrap items-center gap-2">
        <Chip tone={outcome === "done" ? "good" : "bad"}>{text.outcomes[outcome]}</Chip>
        <span className="text-muted text-sm tabular-nums">{text.took(took)}</span>
      </p>
      <Block name={text.result} content={result.text ?? pretty(result.structured)} />
      {isNothingSent ? (
        <p className="text-muted text-sm">{text.notSent}</p>
      ) : (
        <>
          <Block name={text.request} content={sent} copy={text.copyRequest} />
          {came === undefined ? (
            <p className="text-muted text-sm">{text.noAnswer}</p>
          ) : (
            <Block name={text.answer} content={came} copy={text.copyAnswer} />
          )}
        </>
      )}
    </section>
  );
}

function Block({ name, content, copy }: { readonly name: string; readonly content: string; readonly copy?: string }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="flex items-center gap-1 text-muted text-sm">
        {name}
        {copy !== undefined && <CopyIcon text={content} label={copy} />}
      </p>
      <pre className="whitespace-pre-wrap wrap-anywhere rounded-md border border-line bg-page p-2 font-mono text-sm">
        {content}
      </pre>
    </div>
  );
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? "";
}
