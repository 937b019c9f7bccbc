import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Trigger } from "#shared/triggers/contract.ts";
import { reading } from "../../api/query.ts";
import { triggerMessages } from "../../messages/english/events/triggers.ts";
import { CurlButton } from "../../ui/buttons/curl-button.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Failed, Loading } from "../../ui/feedback/states.tsx";
import { Facts } from "../../ui/layout/facts.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { MenuButton } from "../../ui/menus/menu-button.tsx";
import { PendingPanel } from "./pending-panel.tsx";
import { type TargetParts, TargetsPanel } from "./targets-panel.tsx";
import { TriggerChip } from "./trigger-chip.tsx";
import { useTriggerActions } from "./use-trigger-actions.tsx";

const text = triggerMessages.page;
const address = "GET /svc/api/triggers/{id}";

/** A table trigger: the records it watches, the destination of changes, and changes that FileMaker Server hasn't sent yet. */
export function TriggerPage({
  id,
  above,
  fileLink,
  onDeleted,
  ...parts
}: TargetParts & {
  readonly id: number;
  readonly above: ReactNode;
  readonly fileLink: (filename: string) => ReactNode;
  readonly onDeleted: () => void;
}) {
  const read = useQuery(reading(address, { id }));
  const { menuOf, dialog } = useTriggerActions(onDeleted);
  const trigger = read.data?.trigger;
  return (
    <Page
      title={trigger?.label ?? triggerMessages.name}
      above={above}
      actions={
        <>
          <CurlButton calls={[{ address, input: { id } }]} />
          {trigger && (
            <MenuButton
              label={triggerMessages.actionsOf(trigger.label)}
              groups={menuOf(trigger)}
              className="border border-line bg-panel"
            />
          )}
        </>
      }
    >
      {read.isPending && <Loading rows={6} />}
      {trigger === undefined && read.isError && <Failed error={read.error} onRetry={() => void read.refetch()} />}
      {trigger && (
        <>
          <ReadFailure reads={[read]} />
          <Panel title={text.facts} actions={<TriggerChip trigger={trigger} />}>
            <Facts facts={factsOf(trigger, fileLink)} />
          </Panel>
          {trigger.destination.kind === "relay" && <TargetsPanel trigger={trigger} {...parts} />}
          <PendingPanel
            onServer={read.data?.onServer ?? null}
            reason={trigger.access.isKeyDeleted ? text.keyDeleted : read.data?.unreadBecause?.text}
          />
        </>
      )}
      {dialog}
    </Page>
  );
}

function factsOf(trigger: Trigger, fileLink: (filename: string) => ReactNode): Parameters<typeof Facts>[0]["facts"] {
  const { database, tableName, select, filter, notifySchemaChanges, access, reason, replaced, destination } = trigger;
  return [
    [text.file, fileLink(database)],
    [text.table, tableName],
    [text.fields, select || text.allFields],
    [text.filter, filter === "" ? text.allRecords : <code key="filter">{filter}</code>],
    [text.schema, notifySchemaChanges ? text.yes : text.no],
    [text.access, access.keyId === null ? text.account(access.user ?? "") : text.key(access.keyId)],
    ...(destination.kind === "address" ? [[text.address, destination.url ?? "", "long"] as const] : []),
    ...(destination.headers.length > 0 ? [[text.headers, destination.headers.join(", ")] as const] : []),
    ...(reason === null ? [] : [[text.reason, reason, "long"] as const]),
    ...replaced.map(
      ({ serverId, pendingCount }) => [text.replaced, text.replacedText(serverId, pendingCount)] as const,
    ),
  ];
}
