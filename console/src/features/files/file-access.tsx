import { CircleX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Database, KeyOfFile } from "#shared/files/contract.ts";
import { fileMessages } from "../../messages/english/files.ts";
import { homeMessages } from "../../messages/english/installation/home.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Empty } from "../../ui/feedback/states.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { Chip } from "../../ui/values/chip.tsx";

const text = fileMessages.page;

/** Keys with access to a file, and the reason for it. */
export function FileAccess({
  file,
  onCreateKey,
  toKey,
}: {
  readonly file: Database;
  readonly onCreateKey: () => void;
  readonly toKey: (key: KeyOfFile) => ReactNode;
}) {
  if (file.keyCount === 0)
    return (
      <div className="rounded-lg border border-line bg-panel">
        <Empty title={text.noKeysTitle} text={text.noKeysText}>
          <Button needs="POST /svc/api/api-key" look="primary" data-shortcut="c" onClick={onCreateKey}>
            {fileMessages.createKey}
          </Button>
        </Empty>
      </div>
    );
  return (
    <Panel
      title={homeMessages.keys}
      flush
      actions={
        <Button needs="POST /svc/api/api-key" data-shortcut="c" onClick={onCreateKey}>
          {fileMessages.createKey}
        </Button>
      }
    >
      <ul className="divide-y divide-line">
        {file.keys.map((key) => (
          <li key={key.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
            <span className="min-w-0 truncate font-medium">{key.label || text.noLabel}</span>
            {/* Several keys can have the same label, but not the same number. */}
            <code className="font-mono text-muted text-sm">{text.keyNumber(key.id)}</code>
            <span className="flex flex-1 flex-wrap gap-1.5">
              {key.isDataApi && <Chip>{text.dataApi}</Chip>}
              {key.isOData && <Chip>{text.odata}</Chip>}
              {key.isFailing && (
                <Chip tone="bad" icon={CircleX}>
                  {text.failing}
                </Chip>
              )}
              {key.isAnyDatabase && (
                <span title={text.anyText}>
                  <Chip tone="warn" icon={TriangleAlert}>
                    {text.anyDatabase}
                  </Chip>
                </span>
              )}
            </span>
            {toKey(key)}
            {key.isFailing && <p className="w-full text-muted text-sm">{text.failingText}</p>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
