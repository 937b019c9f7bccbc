import { useMutation, useQuery } from "@tanstack/react-query";
import { CircleCheck, LoaderCircle } from "lucide-react";
import { useState } from "react";
import type { Agent } from "#shared/agent/contract.ts";
import { call } from "../../api/client.ts";
import { configuration, serviceOrigin } from "../../api/configuration.ts";
import { inServiceTime } from "../../api/service-clock.ts";
import { agentMessages } from "../../messages/english/agents.ts";
import { messages } from "../../messages/messages.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyButton } from "../../ui/buttons/copy-button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Refusal } from "../../ui/feedback/refusal.tsx";
import { duration } from "../../ui/values/duration.ts";
import { useNow } from "../../ui/values/use-now.ts";
import { allAgents } from "./agent-list.ts";

const text = agentMessages;
const waitMs = 1_000;
/** Lifetime of a code. */
const codeMs = 10 * 60_000;

/** Creates a code, shows the instructions, and waits for the agent. The code exists only in this dialog. */
export function EnrollDialog({
  current,
  onClose,
}: {
  readonly current: Agent | undefined;
  readonly onClose: () => void;
}) {
  // The new agent is one that was enrolled after the code was created, and wasn't enrolled when the dialog opened.
  const [before] = useState(current);
  const make = useMutation({ mutationFn: () => call("POST /svc/api/agents", { replace: before !== undefined }) });
  const list = useQuery({ ...allAgents, refetchInterval: make.data ? waitMs : false });
  const now = useNow(make.data !== undefined);
  const code = make.data;
  const leftMs = inServiceTime(make.submittedAt) + codeMs - now;
  const agent = list.data?.current;
  const isNew = code !== undefined && agent !== undefined && agent.id !== before?.id;
  const isExpired = code !== undefined && !isNew && leftMs <= 0;
  const isReplacing = before !== undefined;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      danger={isReplacing && !isNew}
      title={isReplacing ? text.replaceTitle : text.enrollTitle}
      text={isReplacing ? `${text.replaceText} ${text.enrollText}` : text.enrollText}
      actions={
        code && !isExpired ? (
          <Button look={isNew ? "primary" : "plain"} onClick={onClose}>
            {messages.dialog.close}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{messages.dialog.cancel}</Button>
            <Button look="primary" busy={make.isPending} onClick={() => make.mutate()}>
              {text.createCode}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {code && !isExpired && !isNew && (
          <>
            <Step sentence={text.step1} value={commandOf()} copy={text.copyCommand} />
            <Step sentence={text.step2} value={code.code} copy={text.copyCode} />
            <p className="text-muted text-sm">{text.expires(duration(Math.max(0, leftMs)))}</p>
          </>
        )}
        {isExpired && <p role="alert">{text.expired}</p>}
        {code && !isExpired && <Waiting agent={isNew ? agent : undefined} />}
        {make.error && <Refusal error={make.error} />}
      </div>
    </Dialog>
  );
}

function Step({ sentence, value, copy }: { readonly sentence: string; readonly value: string; readonly copy: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <p>{sentence}</p>
      <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-page py-2 pr-2 pl-3">
        <code className="min-w-0 flex-1 basis-64 break-all">{value}</code>
        <CopyButton text={value} label={copy} />
      </div>
    </div>
  );
}

function Waiting({ agent }: { readonly agent: Agent | undefined }) {
  const isLinked = agent?.state === "linked";
  return (
    <p role="status" className="flex items-center gap-2.5 font-medium">
      {isLinked ? (
        <CircleCheck aria-hidden size={18} className="shrink-0 text-good" />
      ) : (
        <LoaderCircle aria-hidden size={18} className="shrink-0 animate-spin text-accent" />
      )}
      {isLinked ? text.linkedNow(agent.name) : agent ? text.enrolledNow : text.waits}
    </p>
  );
}

/** Returns the command without the code: all users of the host can read arguments. */
function commandOf(): string {
  return `node latchkey-agent.mjs enroll ${serviceOrigin()}/${configuration().prefix}`;
}
