import { X } from "lucide-react";
import type { HostFile } from "#shared/browser/contract.ts";
import { browserMessages } from "../../messages/english/browser.ts";
import { ByteSize, byteSize } from "../../ui/values/byte-size.tsx";
import type { FolderSizes } from "./folder-sizes.ts";

const text = browserMessages;

/** Size of a file. A folder's size is calculated on request, and grows in the meantime. */
export function SizeCell({ file, sizes }: { readonly file: HostFile; readonly sizes: FolderSizes }) {
  const { path, name, type, size } = file;
  if (type === "file") return size === undefined ? null : <ByteSize bytes={size} />;
  const counted = sizes.of(path);
  if (counted === undefined)
    return (
      <button
        type="button"
        aria-label={text.countOne(name)}
        onClick={() => sizes.ask(path)}
        className="-mx-1 h-target rounded px-1 text-muted text-sm underline decoration-dotted underline-offset-2 hover:text-text"
      >
        {text.countShort}
      </button>
    );
  if (counted !== "starting" && counted.isComplete)
    return (
      <span title={text.counted(counted.files, counted.folders)}>
        <ByteSize bytes={counted.sizeBytes} />
      </span>
    );
  return (
    <span className="inline-flex items-center gap-1 text-muted" title={text.countingTitle}>
      <span className="whitespace-nowrap tabular-nums">
        {text.counting(counted === "starting" ? byteSize(0) : byteSize(counted.sizeBytes))}
      </span>
      <button
        type="button"
        aria-label={text.stopCount(name)}
        onClick={() => sizes.stop(path)}
        className="inline-flex size-target items-center justify-center rounded hover:bg-selection hover:text-text"
      >
        <X aria-hidden size={13} />
      </button>
    </span>
  );
}
