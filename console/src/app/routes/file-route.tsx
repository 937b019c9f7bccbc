import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Database } from "#shared/files/contract.ts";
import type { PageCall } from "../../api/curl.ts";
import { reading } from "../../api/query.ts";
import { Refused } from "../../api/refused.ts";
import { usersOf } from "../../dependents/users-of.ts";
import { FileChanges } from "../../features/files/file-changes.tsx";
import { isOnTheWay, pollMs } from "../../features/files/file-list.ts";
import { FileMenu } from "../../features/files/file-menu.tsx";
import { FileState } from "../../features/files/file-state.tsx";
import { processQuestion } from "../../features/processes/process-list.tsx";
import { fileMessages } from "../../messages/english/files.ts";
import { CurlButton } from "../../ui/buttons/curl-button.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { Framed } from "../../ui/layout/framed.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import { BackLink } from "../page/back-link.tsx";
import { RefreshButton } from "../page/refresh-button.tsx";
import { UsagePlace } from "../page/usage-place.tsx";
import { paths } from "../paths.ts";
import { fileAdditions } from "./file-additions.ts";
import { AskedOperation, OperationsPart } from "./file-operations.tsx";
import { AccessPart, GonePart, nameInRuns, OverviewPart, RunsPart } from "./file-parts.tsx";
import { usageCalls } from "./usage/usage-of.ts";

const UsedBy = lazyPart(() => import("../../dependents/used-by.tsx"));
const CreateDataKey = lazyPart(() => import("../../features/keys/dialogs/create-data-key-dialog.tsx"));

const text = fileMessages;
const address = "GET /svc/api/databases/{filename}";
const reads = [
  address,
  "GET /svc/api/clients",
  "GET /svc/api/processes",
  "GET /svc/api/usage",
  "POST /svc/api/dependents",
] as const;
/** Reads of the open tab in addition to the file itself. */
const more: Readonly<Record<OwnTab, (name: string) => readonly PageCall[]>> = {
  overview: (filename) => [{ address: "GET /svc/api/clients", input: { filename } }],
  access: () => [],
  users: (filename) => [{ address: "POST /svc/api/dependents", input: usersOf(filename) }],
  operations: () => [],
  usage: () => [],
  runs: (filename) => [{ address: "GET /svc/api/processes", input: processQuestion({ q: nameInRuns(filename) }) }],
};
const ownTabs = ["overview", "access", "users", "usage", "operations", "runs"] as const;
type OwnTab = (typeof ownTabs)[number];
/** Tabs after the first one come from other features. */
const tabs = [
  { name: "overview", text: text.page.overview },
  ...fileAdditions.map(({ tab, text: label }) => ({ name: tab, text: label })),
  ...ownTabs.slice(1).map((name) => ({ name, text: text.page[name] })),
];
const notFound = 404;

/** Everything about one file. */
export function FileRoute() {
  const { name } = useParams({ from: paths.file });
  const search = useSearch({ from: paths.file });
  const { tab: given, ask, op } = search;
  const navigate = useNavigate({ from: paths.file });
  const tab = ownTabs.find((known) => known === given) ?? "overview";
  const addition = fileAdditions.find((known) => known.tab === given);
  const read = useQuery({
    ...reading(address, { filename: name }),
    refetchInterval: ({ state }) => (state.data && isOnTheWay(state.data.database) ? pollMs / 10 : pollMs),
  });
  const [keyFor, setKeyFor] = useState<readonly string[]>();
  const file = read.data?.database;
  const title = file?.filename ?? name;
  const isGone = read.error instanceof Refused && read.error.status === notFound;

  const choose = (operation: string | undefined) =>
    void navigate({ search: ({ op: _, ...rest }) => (operation === undefined ? rest : { ...rest, op: operation }) });

  const shown = () => {
    if (addition !== undefined) return <addition.Panel key={name} filename={title} />;
    if (tab === "usage")
      return (
        <UsagePlace
          key={name}
          filter={{ file: title }}
          search={search}
          onSearch={(next) => void navigate({ search: { tab, ...next }, replace: true })}
        />
      );
    if (tab === "runs") return <RunsPart filename={title} />;
    if (tab === "users") return <UsedBy key={name} filename={title} />;
    if (read.isPending)
      return (
        <Framed>
          <Loading rows={6} />
        </Framed>
      );
    if (isGone) return <GonePart name={name} />;
    if (file === undefined) return null;
    if (tab === "operations") return <OperationsPart file={file} onChoose={(operation) => choose(operation)} />;
    if (tab === "access") return <AccessPart file={file} onCreateKey={() => setKeyFor([file.filename])} />;
    return <OverviewPart file={file} />;
  };

  return (
    <FileChanges
      files={file ? [file] : []}
      ask={ask}
      onAsked={() => void navigate({ search: ({ ask: _, ...rest }) => rest, replace: true })}
    >
      {(change, strip) => (
        <Page
          title={title}
          above={<BackLink to={paths.files} text={text.title} />}
          text={file ? !isGone && <Facts file={file} /> : read.isPending && <p className="mt-1 h-5" />}
          actions={
            <>
              <CurlButton
                calls={[
                  { address, input: { filename: name } },
                  ...(addition?.calls ?? more[tab])(name),
                  ...(tab === "usage" ? usageCalls({ file: title }, search) : []),
                ]}
              />
              <RefreshButton addresses={[...reads, ...additionReads(name)]} />
              {read.isPending && <span className="size-8" />}
              {file && !isGone && (
                <FileMenu
                  file={file}
                  className="border border-line bg-panel"
                  ways={{
                    onAction: change,
                    onCreateKey: setKeyFor,
                    onOperation: (operation) => choose(operation),
                    onAllOperations: () => void navigate({ search: { tab: "operations" } }),
                    onShowClients: (of) => void navigate({ to: paths.clients, search: { file: of } }),
                  }}
                />
              )}
            </>
          }
        >
          <Tabs
            label={text.page.label(title)}
            value={addition?.tab ?? tab}
            onChange={(next) => void navigate({ search: next === "overview" ? {} : { tab: next }, replace: true })}
            tabs={tabs}
          >
            <Framed>{!isGone && <ReadFailure reads={[read]} />}</Framed>
            {shown()}
          </Tabs>
          {strip}
          {op !== undefined && file && !isGone && (
            <AskedOperation wanted={op} file={file} onClose={() => choose(undefined)} />
          )}
          {keyFor && <CreateDataKey files={keyFor} onClose={() => setKeyFor(undefined)} />}
        </Page>
      )}
    </FileChanges>
  );
}

function additionReads(filename: string) {
  return fileAdditions.flatMap(({ calls }) => calls(filename).map((call) => call.address));
}

function Facts({ file: { state, clients, keyCount } }: { readonly file: Database }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
      <FileState state={state} />
      <span>{text.change.clients(clients)}</span>
      <span>{text.change.keys(keyCount)}</span>
    </p>
  );
}
