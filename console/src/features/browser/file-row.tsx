import { Download } from "lucide-react";
import { memo, type ReactNode } from "react";
import type { HostFile } from "#shared/browser/contract.ts";
import { downloadWhenReady } from "../../api/start-download.ts";
import { browserMessages } from "../../messages/english/browser.ts";
import { messages } from "../../messages/messages.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { MenuButton } from "../../ui/menus/menu-button.tsx";
import { Offered } from "../../ui/offered.tsx";
import { GridCell } from "../../ui/tables/grid-parts.tsx";
import { ByteSize } from "../../ui/values/byte-size.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { downloadAddress } from "./download.ts";
import { type EntryHandlers, fileEntries } from "./file-entries.ts";
import { FileIcon } from "./file-icon.tsx";
import type { FolderSizes } from "./folder-sizes.ts";
import { SizeCell } from "./size-cell.tsx";

const text = browserMessages;

export interface RowParts {
  readonly name: (file: HostFile) => ReactNode;
  readonly ways: EntryHandlers;
  readonly sizes: FolderSizes;
  readonly isCurrent: boolean;
  readonly isChosen: boolean;
  /** Undefined if the files are read-only, in which case none can be selected. */
  readonly onChoose: ((file: HostFile, withRange: boolean) => void) | undefined;
}

/** File or folder in columns. Memoized, so that scrolling doesn't render rows again. */
export const FileColumns = memo(function FileColumns({
  file,
  name,
  ways,
  sizes,
  isCurrent,
  isChosen,
  onChoose,
}: RowParts & { readonly file: HostFile }) {
  return (
    <>
      {onChoose && (
        <GridCell className="w-10 shrink-0 pl-3">
          <RowBox
            file={file}
            isCurrent={isCurrent}
            isChosen={isChosen}
            onChoose={(withRange) => onChoose(file, withRange)}
          />
        </GridCell>
      )}
      <GridCell className="flex min-w-0 flex-1 items-center gap-2.5 px-3">
        <FileIcon file={file} />
        {name(file)}
        <Mark mark={file.mark} />
      </GridCell>
      <GridCell className="w-32 shrink-0 px-3">
        <SizeCell file={file} sizes={sizes} />
      </GridCell>
      <GridCell className="w-36 shrink-0 px-3">
        <Moment at={file.modifiedTime} />
      </GridCell>
      <GridCell className="flex w-20 shrink-0 justify-end pr-2">
        <RowActions file={file} ways={ways} />
      </GridCell>
    </>
  );
});

/** File or folder on a phone. */
export const FileCard = memo(function FileCard({
  file,
  name,
  ways,
  sizes,
  isCurrent,
  isChosen,
  onChoose,
}: RowParts & { readonly file: HostFile }) {
  const counted = file.type === "dir" && sizes.of(file.path) !== undefined;
  return (
    <GridCell className="flex min-w-0 flex-1 items-center gap-2 px-3">
      {onChoose && (
        <RowBox
          file={file}
          isCurrent={isCurrent}
          isChosen={isChosen}
          onChoose={(withRange) => onChoose(file, withRange)}
        />
      )}
      <FileIcon file={file} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex min-w-0 items-center gap-2">
          {name(file)}
          <Mark mark={file.mark} />
        </span>
        <span className="flex items-center gap-2 text-muted text-sm">
          {file.size !== undefined && <ByteSize bytes={file.size} />}
          {counted && <SizeCell file={file} sizes={sizes} />}
          <Moment at={file.modifiedTime} />
        </span>
      </span>
      <MenuButton label={text.actionsOf(file.name)} groups={fileEntries(file, ways)} />
    </GridCell>
  );
});

function RowBox({
  file,
  isCurrent,
  isChosen,
  onChoose,
}: Pick<RowParts, "isCurrent" | "isChosen"> & {
  readonly file: HostFile;
  readonly onChoose: (withRange: boolean) => void;
}) {
  return (
    <Checkbox
      label={messages.table.select(file.name)}
      checked={isChosen}
      {...(isCurrent && { shortcut: "x" })}
      onChange={(_, event) => onChoose(event instanceof MouseEvent && event.shiftKey)}
    />
  );
}

function RowActions({ file, ways }: { readonly file: HostFile; readonly ways: EntryHandlers }) {
  const { name, type, capabilities } = file;
  return (
    <>
      {capabilities.canDownload && type === "file" && (
        <Offered needs="GET /svc/api/files/download">
          <a
            href={downloadAddress(file)}
            download={name}
            onClick={downloadWhenReady}
            aria-label={text.downloadOne(name)}
            title={text.downloadOne(name)}
            className="inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-selection hover:text-text"
          >
            <Download aria-hidden size={16} />
          </a>
        </Offered>
      )}
      <MenuButton label={text.actionsOf(name)} groups={fileEntries(file, ways)} />
    </>
  );
}

function Mark({ mark }: { readonly mark: HostFile["mark"] }) {
  if (mark === null) return null;
  return (
    <span title={text.markMeanings[mark]}>
      <Chip>{text.marks[mark]}</Chip>
    </span>
  );
}
