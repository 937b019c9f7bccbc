import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import type { Database } from "#shared/files/contract.ts";
import { reading } from "../../api/query.ts";
import { fileMessages } from "../../messages/english/files.ts";
import { clientMessages } from "../../messages/english/installation/clients.ts";
import { CopyIcon } from "../../ui/buttons/copy-button.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { Facts } from "../../ui/layout/facts.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { ByteSize } from "../../ui/values/byte-size.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { pollMs } from "./file-list.ts";
import { FileState } from "./file-state.tsx";

const text = fileMessages;

/** Facts about a file from FileMaker Server, and the clients that have it open. */
export function FileOverview({
  file,
  more = [],
  toClients,
}: {
  readonly file: Database;
  /** Additional facts. */
  readonly more?: readonly (readonly [name: string, value: ReactNode])[];
  readonly toClients: ReactNode;
}) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Panel title={text.page.facts}>
        <Facts
          facts={[
            [text.name, <Copied key="name" value={file.filename} label={text.page.copyFile} />],
            [text.state, <FileState key="state" state={file.state} />],
            [text.size, <ByteSize key="size" bytes={file.sizeBytes} />],
            [text.folder, <Copied key="folder" value={file.folder} label={text.page.copyFolder} breaks="/" />, "long"],
            [text.encrypted, encryptionOf(file)],
            ...(file.keyHint === "" ? [] : [[text.page.passwordHint, file.keyHint] as const]),
            [text.privileges, privilegesOf(file)],
            ...more,
          ]}
        />
      </Panel>
      <ClientsOfFile filename={file.filename} toClients={toClients} />
    </div>
  );
}

function Copied({
  value,
  label,
  breaks,
}: {
  readonly value: string;
  readonly label: string;
  /** Character after which a line can break. */
  readonly breaks?: string;
}) {
  const parts = breaks === undefined ? [value] : value.split(new RegExp(`(?<=${breaks})`));
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1">
      <span className="min-w-0 break-words">
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which renders as a whole when it changes
          <Fragment key={index}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </span>
      <span className="-my-1.5">
        <CopyIcon text={value} label={label} />
      </span>
    </span>
  );
}

function ClientsOfFile({ filename, toClients }: { readonly filename: string; readonly toClients: ReactNode }) {
  const read = useQuery({ ...reading("GET /svc/api/clients", { filename }), refetchInterval: pollMs });
  const clients = read.data?.clients;
  return (
    <Panel title={text.clients} actions={toClients} flush>
      {read.isPending && <Loading rows={3} />}
      <ReadFailure reads={[read]} />
      {clients?.length === 0 && <p className="p-4 text-muted">{text.page.noClients}</p>}
      <ul className="divide-y divide-line">
        {clients?.map((client) => (
          <li key={client.id} className="flex items-center gap-3 px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{client.userName || clientMessages.nobody}</p>
              <p className="truncate text-muted text-sm">
                {[clientMessages.kinds[client.kind] ?? client.kind, client.computerName].filter(Boolean).join(", ")}
              </p>
            </div>
            {client.connectedAt && (
              <span className="text-muted text-sm">
                <Moment at={client.connectedAt} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function encryptionOf({ isEncrypted, hasSavedKey }: Database): string {
  if (!isEncrypted) return text.no;
  return hasSavedKey ? text.savedKey : text.noSavedKey;
}

function privilegesOf({ extendedPrivileges, state }: Database): string {
  if (extendedPrivileges.length > 0) return extendedPrivileges.join(", ");
  return state === "closed" ? text.notKnownClosed : text.none;
}
