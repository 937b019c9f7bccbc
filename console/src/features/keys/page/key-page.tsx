import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { AdminApiKey, DataApiKey } from "#shared/keys/contract.ts";
import { reading } from "../../../api/query.ts";
import { Refused } from "../../../api/refused.ts";
import { serviceNow } from "../../../api/service-clock.ts";
import { keyPageMessages } from "../../../messages/english/keys/key-page.ts";
import { messages } from "../../../messages/messages.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { ReadFailure } from "../../../ui/feedback/read-failure.tsx";
import { Empty, Loading } from "../../../ui/feedback/states.tsx";
import { Framed } from "../../../ui/layout/framed.tsx";
import { Page } from "../../../ui/layout/page.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { AccountState } from "../accounts/account-state.tsx";
import { isEnded } from "../key-chips.ts";
import { KeyStates } from "../key-columns.tsx";
import type { KeyKind } from "../key-kinds.ts";
import { LimitsPanel } from "../limits/limits-panel.tsx";
import { KeyCalls } from "./key-calls.tsx";
import { KeyFacts } from "./key-facts.tsx";

const KeyEnded = lazyPart(() => import("./key-ended.tsx"));
const DeleteKeys = lazyPart(() => import("../dialogs/delete-keys-dialog.tsx"));
const text = keyPageMessages;

/** Everything about one key: the state of its account, its recent use, its facts, its changes. */
export function KeyPage({
  kind,
  id,
  back,
  tools,
  fileLink,
  keyLink,
  onRotated,
  toLog,
  usage,
  changes,
  edit,
  onGone,
}: {
  readonly kind: KeyKind;
  readonly id: string;
  /** Link back to the list. */
  readonly back: ReactNode;
  /** Buttons of all pages: copy as curl, refresh. */
  readonly tools: ReactNode;
  readonly fileLink: (file: string) => ReactNode;
  readonly keyLink: (id: number) => ReactNode;
  /** Called after a new key has replaced this one. */
  readonly onRotated: (id: number) => void;
  readonly toLog: ReactNode;
  /** Its calls over time. */
  readonly usage: ReactNode;
  /** Its entries in the audit trail. */
  readonly changes: ReactNode;
  readonly edit: (row: DataApiKey | AdminApiKey, onClose: () => void) => ReactNode;
  readonly onGone: () => void;
}) {
  const read = useQuery(reading(kind.one, { key: id }));
  const [asked, setAsked] = useState<"edit" | "delete">();
  const row: DataApiKey | AdminApiKey | undefined = read.data;
  const isGone = read.error instanceof Refused && read.error.status === 404;
  const done = () => setAsked(undefined);
  return (
    <Page
      title={row ? row.label || messages.keys.noLabel : messages.keys.title}
      above={back}
      text={
        row &&
        !isGone && (
          <span className="flex flex-wrap gap-1">
            <KeyStates row={row} />
          </span>
        )
      }
      actions={
        <>
          {tools}
          {row && !isGone && (
            <>
              <Button needs={kind.update} onClick={() => setAsked("edit")}>
                <Pencil aria-hidden size={14} />
                {text.edit}
              </Button>
              <Button needs={kind.bulkDelete} onClick={() => setAsked("delete")}>
                <Trash2 aria-hidden size={14} />
                {text.delete}
              </Button>
            </>
          )}
        </>
      }
    >
      {isGone && (
        <Framed>
          <Empty title={text.goneTitle} text={text.goneText} />
        </Framed>
      )}
      {row && !isGone && isEnded(row, serviceNow()) && <KeyEnded kind={kind} row={row} />}
      <Framed>
        {!isGone && <ReadFailure reads={[read]} />}
        {read.isPending && <Loading rows={6} />}
      </Framed>
      {row && !isGone && usage}
      {row && !isGone && (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="flex min-w-0 flex-col gap-5">
            <AccountState kind={kind} row={row} />
            <KeyCalls object={`${kind.object}:${row.id}`} actions={toLog} />
          </div>
          <div className="flex min-w-0 flex-col gap-5">
            <KeyFacts row={row} fileLink={fileLink} />
            <LimitsPanel kind={kind} row={row} keyLink={keyLink} onRotated={onRotated} />
            {changes}
          </div>
        </div>
      )}
      {row && asked === "edit" && edit(row, done)}
      {row && asked === "delete" && <DeleteKeys kind={kind} rows={[row]} onClose={done} onDeleted={onGone} />}
    </Page>
  );
}
