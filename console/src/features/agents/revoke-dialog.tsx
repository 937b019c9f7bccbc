import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Agent } from "../../../../shared/agent/contract.ts";
import { changing } from "../../api/query.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { useServerName } from "../../ui/server-name.tsx";
import { announce } from "../../ui/toasts.tsx";
import { agentWords } from "../../words/agents.ts";
import { words } from "../../words/words.ts";

const text = agentWords;

/** Revokes an agent, after a question that names it, the server and what stops. */
export function RevokeDialog({ agent, onClose }: { readonly agent: Agent; readonly onClose: () => void }) {
  const safe = useRef<HTMLButtonElement>(null);
  const { nickname, environmentTag } = useServerName();
  const [typed, setTyped] = useState("");
  const revoke = useMutation(
    changing("DELETE /svc/api/agents/{id}", ["GET /svc/api/agents", "GET /svc/api/disk-space"]),
  );
  const isProduction = /^prod/i.test(environmentTag ?? "");
  const mayGoOn = !isProduction || typed.trim().toLowerCase() === agent.name.toLowerCase();
  const go = () =>
    revoke.mutate(
      { id: agent.id },
      {
        onSuccess: ({ isServerKeyRemoved }) => {
          announce(isServerKeyRemoved || agent.serverKey === null ? text.revoked : text.keyLeft);
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      danger
      onClose={onClose}
      initialFocus={safe}
      title={text.revokeTitle(agent.name)}
      text={text.revokeAsk(nickname)}
      actions={
        <>
          <Button ref={safe} onClick={onClose}>
            {words.dialog.cancel}
          </Button>
          <Button look="danger" busy={revoke.isPending} disabled={!mayGoOn} onClick={go}>
            {text.revokeSubmit}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>{text.revokeAsk2}</p>
        {isProduction && (
          <TextField
            label={text.server.typeName(agent.name)}
            hint={text.server.typeHint(environmentTag ?? "")}
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        {revoke.error && <Refusal error={revoke.error} />}
      </div>
    </Dialog>
  );
}
