import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ReadFailure } from "../../ui/read-failure.tsx";
import { Loading } from "../../ui/states.tsx";
import { words } from "../../words/words.ts";
import { useFailingKeys } from "./failing-keys.ts";
import { allAdminKeys, allDataKeys } from "./key-list.ts";

/** How many keys there are, and how many nobody uses. */
export function KeysSummary({ actions }: { readonly actions: ReactNode }) {
  const data = useQuery(allDataKeys);
  const admin = useQuery(allAdminKeys);
  const failing = useFailingKeys();
  const failed = data.error ?? admin.error;
  return (
    <Panel title={words.home.keys} actions={actions} flush>
      <ReadFailure reads={[data, admin]} />
      {!failed && (data.isPending || admin.isPending) && <Loading rows={3} />}
      {data.data && admin.data && (
        <div className="p-4">
          <Facts
            facts={[
              [words.home.dataKeys, data.data.length.toLocaleString()],
              [words.home.adminKeys, admin.data.length.toLocaleString()],
              [
                words.home.neverUsed,
                [...data.data, ...admin.data].filter(({ last_used }) => last_used === null).length.toLocaleString(),
              ],
              ...(failing > 0 ? [[words.home.refused, failing.toLocaleString()] as const] : []),
            ]}
          />
        </div>
      )}
    </Panel>
  );
}
