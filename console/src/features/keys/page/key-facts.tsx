import { Fragment, type ReactNode } from "react";
import type { AdminApiKey, DataApiKey } from "#shared/keys/contract.ts";
import { callerText } from "../../../messages/caller-text.ts";
import { homeMessages } from "../../../messages/english/installation/home.ts";
import { createAdminKeyMessages } from "../../../messages/english/keys/create-admin-key.ts";
import { createDataKeyMessages } from "../../../messages/english/keys/create-data-key.ts";
import { keyPageMessages } from "../../../messages/english/keys/key-page.ts";
import { messages } from "../../../messages/messages.ts";
import { Facts } from "../../../ui/layout/facts.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { Moment } from "../../../ui/values/moment.tsx";

const text = keyPageMessages;
const { keys } = messages;

/** Stored facts about a key, which don't include its value. */
export function KeyFacts({
  row,
  fileLink,
}: {
  readonly row: DataApiKey | AdminApiKey;
  readonly fileLink: (file: string) => ReactNode;
}) {
  return (
    <Panel title={text.facts}>
      <Facts
        facts={[
          [text.id, row.id],
          [
            keys.key,
            <code key="hint" className="font-mono text-sm">
              {row.key}
            </code>,
          ],
          ...("user" in row
            ? dataFacts(row, fileLink)
            : [[createAdminKeyMessages.role, messages.frame.roles[row.role]] as const]),
          [text.createdBy, row.created_by === null ? homeMessages.notKnown : callerText(row.created_by)],
          [keys.created, <Moment key="created" at={row.created_at} />],
          ...("updated_at" in row ? [[text.changed, <Moment key="changed" at={row.updated_at} />] as const] : []),
          [keys.lastUsed, <Moment key="used" at={row.last_used} />],
        ]}
      />
    </Panel>
  );
}

function dataFacts(row: DataApiKey, fileLink: (file: string) => ReactNode) {
  const apis = [
    ...(row.is_data_api ? [createDataKeyMessages.dataApi] : []),
    ...(row.is_odata ? [createDataKeyMessages.odata] : []),
  ];
  const files = row.databases.map((file, place) => (
    <Fragment key={file}>
      {place > 0 && ", "}
      {fileLink(file)}
    </Fragment>
  ));
  return [
    [keys.account, row.user],
    [keys.files, files],
    ...(row.allow_any_database ? [[keys.chips.any, text.anyFile] as const] : []),
    [text.apis, apis.join(", ")],
  ] as const;
}
