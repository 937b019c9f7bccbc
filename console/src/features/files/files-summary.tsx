import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { reading } from "../../api/query.ts";
import { fileMessages } from "../../messages/english/files.ts";
import { clientMessages } from "../../messages/english/installation/clients.ts";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { Facts } from "../../ui/layout/facts.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { hostedFiles } from "./file-list.ts";

/** Number of open files, and of users and programs that have them open. */
export function FilesSummary({ actions }: { readonly actions: ReactNode }) {
  const files = useQuery(hostedFiles);
  const clients = useQuery({ ...reading("GET /svc/api/clients", {}), refetchInterval: 30_000 });
  const count = (state: string) => (files.data ?? []).filter((file) => file.state === state).length.toLocaleString();
  return (
    <Panel title={fileMessages.title} actions={actions} flush>
      <ReadFailure reads={[files, clients]} />
      {(files.isPending || clients.isPending) && !files.error && !clients.error && <Loading rows={4} />}
      {files.data && clients.data && (
        <div className="p-4">
          <Facts
            facts={[
              [clientMessages.label, clients.data.clients.length.toLocaleString()],
              [fileMessages.states.normal, count("normal")],
              [fileMessages.states.paused, count("paused")],
              [fileMessages.states.closed, count("closed")],
            ]}
          />
        </div>
      )}
    </Panel>
  );
}
