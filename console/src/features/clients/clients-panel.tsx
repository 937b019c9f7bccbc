import { useQuery } from "@tanstack/react-query";
import { MessageSquare, Unplug, X } from "lucide-react";
import { useMemo, useState } from "react";
import type { Client } from "#shared/files/contract.ts";
import { reading } from "../../api/query.ts";
import { clientMessages } from "../../messages/english/installation/clients.ts";
import { messages } from "../../messages/messages.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Empty } from "../../ui/feedback/states.tsx";
import { FilterField } from "../../ui/fields/filter-field.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import { MenuButton } from "../../ui/menus/menu-button.tsx";
import { useColumnChoice } from "../../ui/tables/column-choice.ts";
import { ColumnsButton } from "../../ui/tables/columns-button.tsx";
import { ListPanel } from "../../ui/tables/list-panel.tsx";
import { useSelection } from "../../ui/tables/selection.ts";
import { SelectionBar } from "../../ui/tables/selection-bar.tsx";
import { TableBar } from "../../ui/tables/table-bar.tsx";
import { useNewRows } from "../../ui/tables/use-new-rows.ts";
import { clientColumns, nameOf } from "./client-columns.tsx";

const MessageDialog = lazyPart(() => import("./message-dialog.tsx"));
const DisconnectDialog = lazyPart(() => import("./disconnect-dialog.tsx"));

const text = clientMessages;
/** Polling interval while the page is visible: FileMaker Server has no events for clients. */
const pollMs = 10_000;
const newestFirst = "-since";

/** Filter of the list of clients, from the address. */
export interface ClientFilter {
  readonly q?: string | undefined;
  readonly file?: string | undefined;
  /** Id of the only client to show. */
  readonly client?: string | undefined;
  readonly sort?: string | undefined;
  readonly columns?: string | undefined;
}

/** Connected clients: filter, send a message, disconnect. */
export function ClientsPanel({
  filter,
  onFilter,
}: {
  readonly filter: ClientFilter;
  readonly onFilter: (change: ClientFilter) => void;
}) {
  const list = useQuery({ ...reading("GET /svc/api/clients", {}), refetchInterval: pollMs });
  const selection = useSelection();
  const [asked, setAsked] = useState<{ readonly to: "message" | "disconnect"; readonly clients: readonly Client[] }>();
  const choice = useColumnChoice("clients", clientColumns, filter.columns, (ids) => onFilter({ columns: ids }));
  const all = list.data?.clients;
  const fresh = useNewRows(all);
  const { q, file, client, sort = newestFirst } = filter;
  const rows = useMemo(() => filtered(all ?? [], { q, file, client }), [all, q, file, client]);

  const chosen = rows.filter(({ id }) => selection.chosen.has(id));
  const close = (isDone: boolean) => {
    setAsked(undefined);
    if (isDone) selection.clear();
  };
  return (
    <>
      <ListPanel
        reads={[list]}
        rows={all}
        filter={{
          rows,
          text: `“${q || file || client}”`,
          onClear: () => onFilter({ q: undefined, file: undefined, client: undefined }),
        }}
        bar={
          chosen.length > 0 ? (
            <SelectionBar
              text={text.selected(chosen.length)}
              chosen={chosen.length}
              ids={rows.map(({ id }) => id)}
              selection={selection}
            >
              <Button
                needs="POST /svc/api/clients/{id}/message"
                onClick={() => setAsked({ to: "message", clients: chosen })}
              >
                {text.message}
              </Button>
              <Button
                needs="POST /svc/api/clients/{id}/disconnect"
                look="danger"
                onClick={() => setAsked({ to: "disconnect", clients: chosen })}
              >
                {text.disconnect}
              </Button>
            </SelectionBar>
          ) : (
            <TableBar>
              <FilterField
                label={text.filter}
                hint={text.filterHint}
                value={q ?? ""}
                onChange={(next) => onFilter({ q: next })}
              />
              {file && (
                <Button onClick={() => onFilter({ file: undefined })}>
                  {text.of(file)}
                  <X aria-label={messages.table.clearFilters} size={14} />
                </Button>
              )}
              {client && (
                <Button onClick={() => onFilter({ client: undefined })}>
                  {text.oneClient(all?.find(({ id }) => id === client)?.userName || client)}
                  <X aria-label={messages.table.clearFilters} size={14} />
                </Button>
              )}
              <ColumnsButton choice={choice} sort={sort} />
            </TableBar>
          )
        }
        loadingRows={6}
        empty={<Empty title={text.emptyTitle} text={text.emptyText} />}
        label={text.label}
        columns={clientColumns}
        shown={choice.shown}
        nameOf={nameOf}
        selection={selection}
        fresh={fresh}
        sort={sort}
        onSort={(sort) => onFilter({ sort })}
        actions={(row) => (
          <MenuButton
            label={text.actionsOf(nameOf(row))}
            groups={[
              [
                {
                  needs: "POST /svc/api/clients/{id}/message",
                  text: text.message,
                  icon: MessageSquare,
                  unavailable: withoutScreen.has(row.kind)
                    ? text.noScreen(text.kinds[row.kind] ?? row.kind)
                    : undefined,
                  onChoose: () => setAsked({ to: "message", clients: [row] }),
                },
                {
                  needs: "POST /svc/api/clients/{id}/disconnect",
                  text: text.disconnect,
                  icon: Unplug,
                  danger: true,
                  onChoose: () => setAsked({ to: "disconnect", clients: [row] }),
                },
              ],
            ]}
          />
        )}
      />
      {asked?.to === "message" && <MessageDialog clients={asked.clients} onClose={close} />}
      {asked?.to === "disconnect" && <DisconnectDialog clients={asked.clients} onClose={close} />}
    </>
  );
}

/** Kinds of clients without a user who could see a message. */
const withoutScreen: ReadonlySet<string> = new Set(["FMDAPI", "FMSE", "FMMIGRATE", "XDBC", "ODATA"]);

function filtered(clients: readonly Client[], { q = "", file = "", client: only }: ClientFilter): readonly Client[] {
  const [wanted, inFile] = [q.trim().toLowerCase(), file.toLowerCase()];
  return clients.filter(
    (client) =>
      (only === undefined || client.id === only) &&
      (inFile === "" || client.files.some(({ filename }) => filename.toLowerCase() === inFile)) &&
      (wanted === "" || searchText(client).includes(wanted)),
  );
}

function searchText({ userName, computerName, address, files }: Client): string {
  const open = files.flatMap(({ filename, account }) => [filename, account]);
  return [userName, computerName, address, ...open].join(" ").toLowerCase();
}
