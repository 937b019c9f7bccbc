import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import type { AdminApiKey, DataApiKey } from "#shared/keys/contract.ts";
import { allAdminKeys, allDataKeys } from "../../api/key-list.ts";
import { RefusedAccounts } from "../../features/keys/accounts/refused-accounts-panel.tsx";
import type { KeyFilter } from "../../features/keys/filter-bar.tsx";
import { adminKeyColumns, dataKeyColumns } from "../../features/keys/key-columns.tsx";
import { type KeyKind, keyKinds } from "../../features/keys/key-kinds.ts";
import { KeysPanel } from "../../features/keys/keys-panel.tsx";
import { messages } from "../../messages/messages.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Empty } from "../../ui/feedback/states.tsx";
import { Framed } from "../../ui/layout/framed.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import { type Area, TabbedPage } from "../page/tabbed-page.tsx";
import { paths } from "../paths.ts";
import { searchWith } from "../search-with.ts";

const CreateDataKey = lazyPart(() => import("../../features/keys/dialogs/create-data-key-dialog.tsx"));
const CreateAdminKey = lazyPart(() => import("../../features/keys/dialogs/create-admin-key-dialog.tsx"));
const EditDataKey = lazyPart(() => import("../../features/keys/dialogs/edit-data-key-dialog.tsx"));
const EditAdminKey = lazyPart(() => import("../../features/keys/dialogs/edit-admin-key-dialog.tsx"));

const text = messages.keys;
const area: Area<"data" | "admin"> = {
  title: text.title,
  text: text.text,
  tabs: [
    { name: "data", text: text.dataTab, to: paths.keys },
    { name: "admin", text: text.adminTab, to: paths.adminKeys },
  ],
};
const linkClasses = "inline-block leading-target underline-offset-2 hover:underline";
const columns = {
  data: dataKeyColumns(({ id }, name) => (
    <Link to={paths.key} params={{ id: String(id) }} className={linkClasses}>
      {name}
    </Link>
  )),
  admin: adminKeyColumns(({ id }, name) => (
    <Link to={paths.adminKey} params={{ id: String(id) }} className={linkClasses}>
      {name}
    </Link>
  )),
};
const reads = {
  data: { address: keyKinds.data.list, input: {} },
  admin: { address: keyKinds.admin.list, input: {} },
} as const;

export function DataKeysRoute() {
  const { filter, onFilter, create, wanted, setCreate } = useKeysAddress(paths.keys);
  const navigate = useNavigate();
  return (
    <TabbedPage
      area={area}
      tab="data"
      reads={reads.data}
      actions={<CreateButton kind={keyKinds.data} onPress={() => setCreate(true)} />}
    >
      <RefusedAccounts />
      <Framed>
        <KeysPanel<DataApiKey>
          label={messages.keys.dataKeys}
          table="data-keys"
          kind={keyKinds.data}
          query={allDataKeys}
          columns={columns.data}
          searchText={searchTextOfDataKey}
          filter={filter}
          onFilter={onFilter}
          empty={
            <Empty title={text.emptyTitle} text={text.emptyText}>
              <Button needs={keyKinds.data.update} look="primary" onClick={() => setCreate(true)}>
                {text.create}
              </Button>
              <Button onClick={() => void navigate({ to: paths.home })}>{text.checkServer}</Button>
            </Empty>
          }
          edit={(row, onClose) => <EditDataKey row={row} onClose={onClose} />}
        />
        {create && <CreateDataKey {...wanted} onClose={() => setCreate(false)} />}
      </Framed>
    </TabbedPage>
  );
}

export function AdminKeysRoute() {
  const { filter, onFilter, create, setCreate } = useKeysAddress(paths.adminKeys);
  return (
    <TabbedPage
      area={area}
      tab="admin"
      reads={reads.admin}
      actions={<CreateButton kind={keyKinds.admin} onPress={() => setCreate(true)} />}
    >
      <Framed>
        <KeysPanel<AdminApiKey>
          label={messages.keys.adminKeys}
          table="admin-keys"
          kind={keyKinds.admin}
          query={allAdminKeys}
          columns={columns.admin}
          searchText={searchTextOfAdminKey}
          filter={filter}
          onFilter={onFilter}
          empty={
            <Empty title={text.emptyAdminTitle} text={text.emptyAdminText}>
              <Button needs={keyKinds.admin.update} look="primary" onClick={() => setCreate(true)}>
                {text.create}
              </Button>
            </Empty>
          }
          edit={(row, onClose) => <EditAdminKey row={row} onClose={onClose} />}
        />
        {create && <CreateAdminKey onClose={() => setCreate(false)} />}
      </Framed>
    </TabbedPage>
  );
}

function CreateButton({ kind, onPress }: { readonly kind: KeyKind; readonly onPress: () => void }) {
  return (
    <Button needs={kind.update} look="primary" data-shortcut="c" onClick={onPress}>
      <Plus aria-hidden size={16} />
      {text.create}
    </Button>
  );
}

/** Returns the filter of a list of keys and the open form, from the address. */
function useKeysAddress(from: typeof paths.keys | typeof paths.adminKeys) {
  const { create = false, label, files, odata, ...filter } = useSearch({ from });
  const navigate = useNavigate({ from });
  return {
    filter,
    onFilter: (change: KeyFilter) => void navigate({ search: (before) => searchWith(before, change), replace: true }),
    create,
    /** Values for the form, from a link. */
    wanted: {
      ...(label !== undefined && { label }),
      ...(files !== undefined && { files }),
      ...(odata !== undefined && { isOData: odata }),
    },
    setCreate: (isOpen: boolean) =>
      void navigate({
        search: ({ create: _, label: __, files: ___, odata: ____, ...rest }) =>
          isOpen ? { ...rest, create: true } : rest,
        replace: !isOpen,
      }),
  };
}

function searchTextOfDataKey({ label, key, user, databases }: DataApiKey): string {
  return [label, key, user, ...databases].join(" ");
}

function searchTextOfAdminKey({ label, key }: AdminApiKey): string {
  return `${label} ${key}`;
}
