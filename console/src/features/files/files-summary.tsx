import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { reading } from "../../api/query.ts";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { clientWords, fileWords } from "../../words/files.ts";
import { hostedFiles } from "./file-list.ts";

/** How many files are open, and how many people and programs are in them. */
export function FilesSummary({ actions }: { readonly actions: ReactNode }) {
  const files = useQuery(hostedFiles);
  const clients = useQuery({ ...reading("GET /svc/api/clients", {}), refetchInterval: 30_000 });
  const failed = files.error ?? clients.error;
  const count = (state: string) => (files.data ?? []).filter((file) => file.state === state).length.toLocaleString();
  return (
    <Panel title={fileWords.title} actions={actions} flush>
      {failed && <Failed error={failed} onRetry={() => void Promise.all([files.refetch(), clients.refetch()])} />}
      {!failed && (files.isPending || clients.isPending) && <Loading rows={3} />}
      {files.data && clients.data && !failed && (
        <div className="p-4">
          <Facts
            facts={[
              [clientWords.label, clients.data.clients.length.toLocaleString()],
              [fileWords.states.normal, count("normal")],
              [fileWords.states.paused, count("paused")],
              [fileWords.states.closed, count("closed")],
            ]}
          />
        </div>
      )}
    </Panel>
  );
}
