import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { reading } from "../../api/query.ts";
import { Facts } from "../../ui/facts.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ReadFailure } from "../../ui/read-failure.tsx";
import { Loading } from "../../ui/states.tsx";
import { clientWords } from "../../words/clients.ts";
import { fileWords } from "../../words/files.ts";
import { hostedFiles } from "./file-list.ts";

/** How many files are open, and how many people and programs are in them. */
export function FilesSummary({ actions }: { readonly actions: ReactNode }) {
  const files = useQuery(hostedFiles);
  const clients = useQuery({ ...reading("GET /svc/api/clients", {}), refetchInterval: 30_000 });
  const count = (state: string) => (files.data ?? []).filter((file) => file.state === state).length.toLocaleString();
  return (
    <Panel title={fileWords.title} actions={actions} flush>
      <ReadFailure reads={[files, clients]} />
      {(files.isPending || clients.isPending) && !files.error && !clients.error && <Loading rows={4} />}
      {files.data && clients.data && (
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
