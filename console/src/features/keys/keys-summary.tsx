import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { allAdminKeys, allDataKeys } from "../../api/key-list.ts";
import { homeMessages } from "../../messages/english/installation/home.ts";
import { messages } from "../../messages/messages.ts";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { Facts } from "../../ui/layout/facts.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { useRefused } from "./failing-keys.ts";

/** Number of keys, and of unused ones. */
export function KeysSummary({ actions }: { readonly actions: ReactNode }) {
  const data = useQuery(allDataKeys);
  const admin = useQuery(allAdminKeys);
  const { refusedKeys: failing } = useRefused();
  const failed = data.error ?? admin.error;
  return (
    <Panel title={homeMessages.keys} actions={actions} flush>
      <ReadFailure reads={[data, admin]} />
      {!failed && (data.isPending || admin.isPending) && <Loading rows={3} />}
      {data.data && admin.data && (
        <div className="p-4">
          <Facts
            facts={[
              [messages.keys.dataKeys, data.data.length.toLocaleString()],
              [messages.keys.adminKeys, admin.data.length.toLocaleString()],
              [
                homeMessages.neverUsed,
                [...data.data, ...admin.data].filter(({ last_used }) => last_used === null).length.toLocaleString(),
              ],
              ...(failing > 0 ? [[homeMessages.refused, failing.toLocaleString()] as const] : []),
            ]}
          />
        </div>
      )}
    </Panel>
  );
}
