import type { Client } from "#shared/files/contract.ts";
import { clientMessages } from "../../messages/english/installation/clients.ts";
import type { Column } from "../../ui/tables/data-table.tsx";
import { CutName } from "../../ui/values/cut-name.tsx";
import { Moment } from "../../ui/values/moment.tsx";

const text = clientMessages;

export const clientColumns: readonly Column<Client>[] = [
  {
    id: "who",
    title: text.who,
    cell: (client) => (
      <div className="min-w-0">
        <p className="truncate font-medium sm:max-w-72" title={nameOf(client)}>
          {nameOf(client)}
        </p>
        {client.computerName && (
          <p className="truncate text-muted text-sm sm:max-w-72" title={client.computerName}>
            {client.computerName}
          </p>
        )}
      </div>
    ),
    sortBy: ({ userName }) => userName,
  },
  {
    id: "files",
    title: text.files,
    cell: ({ files }) => (
      <ul>
        {files.map(({ filename, account, privilegeSet }) => (
          <li key={filename} title={text.as(account, privilegeSet)}>
            <CutName name={filename} /> <span className="text-muted text-sm">{account}</span>
          </li>
        ))}
      </ul>
    ),
    sortBy: ({ files }) => files[0]?.filename ?? "",
  },
  {
    id: "program",
    title: text.program,
    cell: ({ kind, appVersion, operatingSystem }) => (
      <span title={operatingSystem || undefined}>
        {text.kinds[kind] ?? kind} <span className="block text-muted text-sm">{versionOf(appVersion)}</span>
      </span>
    ),
    sortBy: ({ kind }) => text.kinds[kind] ?? kind,
    className: "w-44",
  },
  {
    id: "address",
    title: text.address,
    cell: ({ address }) => <span className="break-all">{address}</span>,
    sortBy: ({ address }) => address,
    className: "w-36",
    isSpare: true,
  },
  {
    id: "since",
    title: text.since,
    cell: ({ connectedAt }) =>
      connectedAt === null ? <span className="text-muted">{text.notKnown}</span> : <Moment at={connectedAt} />,
    sortBy: ({ connectedAt }) => (connectedAt === null ? 0 : Date.parse(connectedAt)),
    className: "w-32",
  },
];

/** Returns `Pro 22.0.2` without the program's name, which is on the line above. */
function versionOf(appVersion: string): string {
  return appVersion.replace(/^\D+(?=\d)/, "");
}

export function nameOf({ userName }: Client): string {
  return userName || text.nobody;
}
