import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { AdminApiKey, DataApiKey } from "#shared/keys/contract.ts";
import { LatestChanges } from "../../features/audit/latest-changes.tsx";
import { bareName } from "../../features/keys/accounts/refused-accounts.ts";
import { type KeyKind, keyKinds } from "../../features/keys/key-kinds.ts";
import { callsLog, textOfKey } from "../../features/keys/page/calls-log.ts";
import { KeyPage } from "../../features/keys/page/key-page.tsx";
import type { UsageSearch } from "../../features/usage/usage-view.ts";
import { keyLimitsMessages } from "../../messages/english/keys/key-limits.ts";
import { keyPageMessages } from "../../messages/english/keys/key-page.ts";
import { buttonClasses } from "../../ui/buttons/button.tsx";
import { CurlButton } from "../../ui/buttons/curl-button.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import { BackLink } from "../page/back-link.tsx";
import { RefreshButton } from "../page/refresh-button.tsx";
import { UsagePlace } from "../page/usage-place.tsx";
import { paths } from "../paths.ts";
import { usageCalls } from "./usage/usage-of.ts";

const EditDataKey = lazyPart(() => import("../../features/keys/dialogs/edit-data-key-dialog.tsx"));
const EditAdminKey = lazyPart(() => import("../../features/keys/dialogs/edit-admin-key-dialog.tsx"));
const text = keyPageMessages;

export function DataKeyRoute() {
  const { id } = useParams({ from: paths.key });
  const search = useSearch({ from: paths.key });
  const navigate = useNavigate({ from: paths.key });
  return (
    <AKey
      key={id}
      kind={keyKinds.data}
      id={id}
      list={paths.keys}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  );
}

export function AdminKeyRoute() {
  const { id } = useParams({ from: paths.adminKey });
  const search = useSearch({ from: paths.adminKey });
  const navigate = useNavigate({ from: paths.adminKey });
  return (
    <AKey
      key={id}
      kind={keyKinds.admin}
      id={id}
      list={paths.adminKeys}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  );
}

function AKey({
  kind,
  id,
  list,
  search,
  onSearch,
}: {
  readonly kind: KeyKind;
  readonly id: string;
  readonly list: typeof paths.keys | typeof paths.adminKeys;
  readonly search: UsageSearch;
  readonly onSearch: (search: UsageSearch) => void;
}) {
  const navigate = useNavigate();
  const object = `${kind.object}:${id}`;
  return (
    <KeyPage
      kind={kind}
      id={id}
      back={<BackLink to={list} text={text.back} />}
      tools={
        <>
          <CurlButton calls={[{ address: kind.one, input: { key: id } }, ...usageCalls({ key: object }, search)]} />
          <RefreshButton
            addresses={[kind.one, "GET /svc/api/usage", "GET /svc/api/logs/{name}/search", "GET /svc/api/audit"]}
          />
        </>
      }
      fileLink={(file) => (
        <Link
          to={paths.file}
          params={{ name: file }}
          className="inline-block leading-target underline underline-offset-2"
        >
          {bareName(file)}
        </Link>
      )}
      keyLink={(other) => (
        <Link
          to={kind === keyKinds.data ? paths.key : paths.adminKey}
          params={{ id: String(other) }}
          className="inline-block leading-target underline underline-offset-2"
        >
          {keyLimitsMessages.keyNumber(other)}
        </Link>
      )}
      onRotated={(other) =>
        void navigate({ to: kind === keyKinds.data ? paths.key : paths.adminKey, params: { id: String(other) } })
      }
      toLog={
        <Link to={paths.log} params={{ name: callsLog }} search={{ q: textOfKey(object) }} className={buttonClasses()}>
          {text.calls.inLog}
        </Link>
      }
      usage={<UsagePlace filter={{ key: object }} search={search} onSearch={onSearch} />}
      changes={
        <LatestChanges
          title={text.changes}
          object={object}
          none={text.noChanges}
          actions={
            <Link to={paths.audit} search={{ object }} className={buttonClasses()}>
              {text.allChanges}
            </Link>
          }
        />
      }
      edit={(row, onClose) => <Edit row={row} onClose={onClose} />}
      onGone={() => void navigate({ to: list, replace: true })}
    />
  );
}

function Edit({ row, onClose }: { readonly row: DataApiKey | AdminApiKey; readonly onClose: () => void }) {
  return "user" in row ? <EditDataKey row={row} onClose={onClose} /> : <EditAdminKey row={row} onClose={onClose} />;
}
