import { useMutation } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import type { AdminApiKey, DataApiKey } from "#shared/keys/contract.ts";
import { changing } from "../../../api/query.ts";
import { keyPageMessages } from "../../../messages/english/keys/key-page.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Refusal } from "../../../ui/feedback/refusal.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { Moment } from "../../../ui/values/moment.tsx";
import type { KeyKind } from "../key-kinds.ts";
import { bareName } from "./refused-accounts.ts";
import { RefusedLine } from "./refused-line.tsx";
import { VerdictList } from "./verdict-list.tsx";

const ChangePassword = lazyPart(() => import("../dialogs/change-password-dialog.tsx"));
const text = keyPageMessages.account;

/** State of a key's account, with actions to test it and to change its password for all its keys. */
export function AccountState({ kind, row }: { readonly kind: KeyKind; readonly row: DataApiKey | AdminApiKey }) {
  const [isChanging, setChanging] = useState(false);
  const test = useMutation(changing(kind.test, [kind.list, kind.one, "GET /svc/api/audit"]));
  const account = "user" in row ? row.user : undefined;
  return (
    <Panel
      title={keyPageMessages.accountTitle}
      flush
      actions={
        <>
          <Button needs={kind.test} busy={test.isPending} onClick={() => test.mutate({ key: String(row.id) })}>
            {text.test}
          </Button>
          <Button
            needs={kind.changePassword}
            look={row.failing_since === null ? "plain" : "primary"}
            onClick={() => setChanging(true)}
          >
            {text.change}
          </Button>
        </>
      }
    >
      {row.failing_since !== null && (
        <RefusedLine actions={null}>
          {"user" in row ? text.refused(row.user, row.failing_files.map(bareName).join(", ")) : text.refusedAdmin}{" "}
          {text.since} <Moment at={row.failing_since} />.
        </RefusedLine>
      )}
      <div className="flex flex-col gap-3 p-4 empty:hidden">
        {row.failing_since === null && test.data === undefined && <p className="text-muted">{text.notRefused}</p>}
        {test.error && <Refusal error={test.error} />}
        {test.data && (
          <p role="status" className={test.data.ok ? "flex items-center gap-2 text-good" : "text-bad"}>
            {test.data.ok && <CircleCheck aria-hidden size={16} />}
            {test.data.ok ? text.accepted : text.notAccepted}
          </p>
        )}
        {test.data && "files" in test.data && (
          <VerdictList
            verdicts={test.data.files.map(({ database, text: refusal }) => ({
              file: database,
              refusal: refusal ?? undefined,
            }))}
          />
        )}
      </div>
      {isChanging && <ChangePassword kind={kind} id={row.id} account={account} onClose={() => setChanging(false)} />}
    </Panel>
  );
}
