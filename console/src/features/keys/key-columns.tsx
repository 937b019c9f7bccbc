import { CircleX, Database, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { AdminApiKey, DataApiKey } from "#shared/keys/contract.ts";
import { serviceNow } from "../../api/service-clock.ts";
import { messages } from "../../messages/messages.ts";
import type { Column } from "../../ui/tables/data-table.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import { CutName } from "../../ui/values/cut-name.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { bareName } from "./accounts/refused-accounts.ts";
import { type KeyMark, marksOf } from "./key-chips.ts";

const filesShown = 2;
const text = messages.keys;
const looks = {
  disabled: { tone: "bad", icon: CircleX },
  expired: { tone: "bad", icon: CircleX },
  failing: { tone: "bad", icon: CircleX },
  expiring: { tone: "warn", icon: TriangleAlert },
  replaced: { tone: "warn", icon: TriangleAlert },
  any: { tone: "warn", icon: TriangleAlert },
  never: {},
  unused: {},
  imported: {},
} as const;

type AnyKey = DataApiKey | AdminApiKey;

/** Renders a link to a key's page. */
type KeyLink = (row: { readonly id: number }, name: string) => ReactNode;

/** States of a key as chips, most severe first. */
export function KeyStates({ row }: { readonly row: AnyKey }) {
  return marksOf(row, serviceNow()).map((mark) => (
    <Chip key={mark} {...looks[mark]}>
      <StateText mark={mark} row={row} />
    </Chip>
  ));
}

function StateText({ mark, row: { ends_at, replaced_by } }: { readonly mark: KeyMark; readonly row: AnyKey }) {
  if (mark !== "expiring" && mark !== "replaced") return text.chips[mark];
  return (
    <>
      {mark === "expiring" || replaced_by === null ? text.expires : text.replacedBy(replaced_by)}{" "}
      {ends_at !== null && <Moment at={ends_at} isAhead />}
    </>
  );
}

function Label({ row, link }: { readonly row: AnyKey; readonly link: KeyLink }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <span
        className={row.label ? "min-w-0 max-w-72 truncate font-medium" : "text-muted"}
        title={row.label ?? undefined}
      >
        {link(row, row.label || text.noLabel)}
      </span>
      {"is_odata" in row && row.is_odata && (
        <Chip icon={Database}>{row.is_data_api ? text.chips.odata : text.chips.onlyOdata}</Chip>
      )}
      <KeyStates row={row} />
    </div>
  );
}

function Files({ names }: { readonly names: readonly string[] }) {
  const [hidden, shown] = [names.slice(filesShown), names.slice(0, filesShown)];
  return (
    <span title={names.join("\n")} className="wrap-anywhere">
      {shown.map(bareName).join(", ")}
      {hidden.length > 0 && <span className="text-muted"> {text.more(hidden.length)}</span>}
    </span>
  );
}

const shared = [
  {
    id: "last_used",
    title: text.lastUsed,
    cell: ({ last_used }: AnyKey) => <Moment at={last_used} />,
    sortBy: ({ last_used }: AnyKey) => (last_used === null ? 0 : Date.parse(last_used)),
    className: "w-32",
  },
  {
    id: "created",
    title: text.created,
    cell: ({ created_at }: AnyKey) => <Moment at={created_at} />,
    sortBy: ({ created_at }: AnyKey) => (created_at === null ? 0 : Date.parse(created_at)),
    className: "w-32",
    isSpare: true,
  },
  {
    id: "key",
    title: text.key,
    cell: ({ key }: AnyKey) => <code className="whitespace-nowrap font-mono text-muted text-sm">{key}</code>,
    className: "w-24",
  },
] as const;

export const dataKeyColumns = (link: KeyLink): readonly Column<DataApiKey>[] => [
  labelColumn(link),
  {
    id: "files",
    title: text.files,
    cell: ({ databases }) => <Files names={databases} />,
    sortBy: ({ databases }) => databases[0] ?? "",
  },
  { id: "account", title: text.account, cell: ({ user }) => <CutName name={user} />, sortBy: ({ user }) => user },
  ...shared,
];

export const adminKeyColumns = (link: KeyLink): readonly Column<AdminApiKey>[] => [labelColumn(link), ...shared];

function labelColumn(link: KeyLink) {
  return {
    id: "label",
    title: text.label,
    cell: (row: AnyKey) => <Label row={row} link={link} />,
    sortBy: ({ label }: AnyKey) => label ?? "",
  };
}
