import { useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import type { AdminApiKey, DataApiKey } from "../../../shared/keys/contract.ts";
import { adminKeyColumns, dataKeyColumns } from "../features/keys/key-columns.tsx";
import { keyKinds } from "../features/keys/key-kinds.ts";
import { allAdminKeys, allDataKeys } from "../features/keys/key-list.ts";
import { KeysPanel } from "../features/keys/keys-panel.tsx";
import { Button } from "../ui/button.tsx";
import { CurlButton } from "../ui/curl-button.tsx";
import { Page } from "../ui/page.tsx";
import { Empty } from "../ui/states.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { words } from "../words/words.ts";
import { paths } from "./paths.ts";
import { searchWith } from "./search-with.ts";

const CreateDataKey = lazy(() => import("../features/keys/create-data-key-dialog.tsx"));
const CreateAdminKey = lazy(() => import("../features/keys/create-admin-key-dialog.tsx"));
const EditDataKey = lazy(() => import("../features/keys/edit-data-key-dialog.tsx"));
const EditAdminKey = lazy(() => import("../features/keys/edit-admin-key-dialog.tsx"));

const text = words.keys;

export function DataKeysRoute() {
  const { create, ...filter } = useSearch({ from: paths.keys });
  const navigate = useNavigate({ from: paths.keys });
  const setCreate = (isOpen: boolean) =>
    void navigate({
      search: ({ create: _, ...rest }) => (isOpen ? { ...rest, create: true } : rest),
      replace: !isOpen,
    });
  return (
    <KeysPage tab="data" onCreate={() => setCreate(true)}>
      <KeysPanel<DataApiKey>
        label={words.home.dataKeys}
        kind={keyKinds.data}
        query={allDataKeys}
        columns={dataKeyColumns}
        searchText={searchTextOfDataKey}
        filter={filter}
        onFilter={(change) => void navigate({ search: (before) => searchWith(before, change), replace: true })}
        empty={
          <Empty title={text.emptyTitle} text={text.emptyText}>
            <Button look="primary" onClick={() => setCreate(true)}>
              {text.create}
            </Button>
            <Button onClick={() => void navigate({ to: paths.home })}>{text.checkServer}</Button>
          </Empty>
        }
        edit={(row, onClose) => (
          <Suspense>
            <EditDataKey row={row} onClose={onClose} />
          </Suspense>
        )}
      />
      <Suspense>{create && <CreateDataKey onClose={() => setCreate(false)} />}</Suspense>
    </KeysPage>
  );
}

export function AdminKeysRoute() {
  const { create, ...filter } = useSearch({ from: paths.adminKeys });
  const navigate = useNavigate({ from: paths.adminKeys });
  const setCreate = (isOpen: boolean) =>
    void navigate({
      search: ({ create: _, ...rest }) => (isOpen ? { ...rest, create: true } : rest),
      replace: !isOpen,
    });
  return (
    <KeysPage tab="admin" onCreate={() => setCreate(true)}>
      <KeysPanel<AdminApiKey>
        label={words.home.adminKeys}
        kind={keyKinds.admin}
        query={allAdminKeys}
        columns={adminKeyColumns}
        searchText={searchTextOfAdminKey}
        filter={filter}
        onFilter={(change) => void navigate({ search: (before) => searchWith(before, change), replace: true })}
        empty={
          <Empty title={text.emptyAdminTitle} text={text.emptyAdminText}>
            <Button look="primary" onClick={() => setCreate(true)}>
              {text.create}
            </Button>
          </Empty>
        }
        edit={(row, onClose) => (
          <Suspense>
            <EditAdminKey row={row} onClose={onClose} />
          </Suspense>
        )}
      />
      <Suspense>{create && <CreateAdminKey onClose={() => setCreate(false)} />}</Suspense>
    </KeysPage>
  );
}

function KeysPage({
  tab,
  onCreate,
  children,
}: {
  readonly tab: "data" | "admin";
  readonly onCreate: () => void;
  readonly children: ReactNode;
}) {
  const navigate = useNavigate();
  return (
    <Page
      title={text.title}
      text={text.text}
      actions={
        <>
          <CurlButton calls={[{ address: keyKinds[tab].list, input: {} }]} />
          <Button look="primary" data-shortcut="c" onClick={onCreate}>
            <Plus aria-hidden size={16} />
            {text.create}
          </Button>
        </>
      }
    >
      <Tabs
        label={text.title}
        value={tab}
        onChange={(name) => void navigate({ to: name === "data" ? paths.keys : paths.adminKeys })}
        tabs={[
          { name: "data", text: text.dataTab },
          { name: "admin", text: text.adminTab },
        ]}
      >
        <div className="overflow-hidden rounded-lg border border-line bg-panel">{children}</div>
      </Tabs>
    </Page>
  );
}

function searchTextOfDataKey({ label, key, user, databases }: DataApiKey): string {
  return [label, key, user, ...databases].join(" ");
}

function searchTextOfAdminKey({ label, key }: AdminApiKey): string {
  return `${label} ${key}`;
}
