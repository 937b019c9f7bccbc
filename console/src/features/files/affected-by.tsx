import { useQuery } from "@tanstack/react-query";
import { KeyRound, Users } from "lucide-react";
import type { Client, Database } from "#shared/files/contract.ts";
import { reading } from "../../api/query.ts";
import { fileMessages } from "../../messages/english/files.ts";
import { messages } from "../../messages/messages.ts";

const text = fileMessages.change;
const maxNames = 3;

/** Users and programs that have the files open, and keys with access to them. */
export function AffectedBy({ files }: { readonly files: readonly Database[] }) {
  const clients = useQuery(reading("GET /svc/api/clients", {}));
  return (
    <section aria-label={text.affected} className="flex flex-col gap-1.5">
      <h3 className="font-medium text-sm">{text.affected}</h3>
      <ul className="max-h-56 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {files.map((file) => (
          <li key={file.filename} className="px-3 py-2">
            <p className="font-medium">{file.filename}</p>
            <Dependents file={file} clients={clients.data?.clients.filter((client) => isIn(client, file))} />
          </li>
        ))}
      </ul>
      {clients.isError && <p className="text-sm text-warn">{text.clientsUnknown}</p>}
    </section>
  );
}

function Dependents({ file, clients }: { readonly file: Database; readonly clients: readonly Client[] | undefined }) {
  const clientCount = clients?.length ?? file.clients;
  if (clientCount === 0 && file.keyCount === 0) return <p className="text-muted text-sm">{text.nobody}</p>;
  return (
    <>
      {clientCount > 0 && (
        <Line icon={Users} count={text.clients(clientCount)} names={clients?.map(({ userName }) => userName) ?? []} />
      )}
      {file.keyCount > 0 && (
        <Line
          icon={KeyRound}
          count={text.keys(file.keyCount)}
          names={file.keys.map(({ label }) => label || messages.keys.noLabel)}
          total={file.keyCount}
        />
      )}
    </>
  );
}

function Line({
  icon: Icon,
  count,
  names,
  total = names.length,
}: {
  readonly icon: typeof Users;
  readonly count: string;
  readonly names: readonly string[];
  readonly total?: number;
}) {
  const shown = names.slice(0, maxNames);
  return (
    <p className="flex items-start gap-2 text-sm" title={names.join("\n")}>
      <Icon aria-hidden size={14} className="mt-0.5 shrink-0 text-muted" />
      <span>
        {count}
        {shown.length > 0 && <span className="text-muted">: {shown.join(", ")}</span>}
        {shown.length > 0 && total > shown.length && (
          <span className="text-muted"> {text.more(total - shown.length)}</span>
        )}
      </span>
    </p>
  );
}

function isIn({ files }: Client, { filename }: Database): boolean {
  return files.some((file) => file.filename.toLowerCase() === filename.toLowerCase());
}
