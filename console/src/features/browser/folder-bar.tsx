import { FolderPlus, Upload } from "lucide-react";
import { browserMessages } from "../../messages/english/browser.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { FilterField } from "../../ui/fields/filter-field.tsx";
import { byteSize } from "../../ui/values/byte-size.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import type { FolderFilter } from "./folder-list.ts";

const text = browserMessages;

/** Filter, content and free space of a folder, with the actions that add files. */
export function FolderBar({
  path,
  filter,
  onFilter,
  count,
  hasMore,
  freeBytes,
  canFill,
  isReadOnly,
  onNewFolder,
  onUpload,
}: {
  readonly path: string;
  readonly filter: FolderFilter;
  readonly onFilter: (change: FolderFilter) => void;
  readonly count: number;
  readonly hasMore: boolean;
  readonly freeBytes: number | null | undefined;
  readonly canFill: boolean;
  readonly isReadOnly: boolean;
  readonly onNewFolder: () => void;
  readonly onUpload: () => void;
}) {
  return (
    <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-2 border-line border-b px-3 py-2">
      {path !== "" && (
        <FilterField
          label={text.filter}
          hint={text.filterHint}
          value={filter.q ?? ""}
          onChange={(q) => onFilter({ q })}
        />
      )}
      <span className="mr-auto flex items-center gap-2 text-muted text-sm">
        <span>
          {[count > 0 && text.count(count, hasMore), freeBytes != null && text.free(byteSize(freeBytes))]
            .filter(Boolean)
            .join(" · ")}
        </span>
        {isReadOnly && <Chip>{text.readOnly}</Chip>}
      </span>
      {canFill && (
        <>
          <Button needs="POST /svc/api/files/folder" data-shortcut="c" onClick={onNewFolder}>
            <FolderPlus aria-hidden size={15} />
            {text.newFolder}
          </Button>
          <Button needs="POST /svc/api/files/uploads" look="primary" data-shortcut="u" onClick={onUpload}>
            <Upload aria-hidden size={15} />
            {text.upload}
          </Button>
        </>
      )}
    </div>
  );
}
