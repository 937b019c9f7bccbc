import {
  Archive,
  Database,
  File,
  FileCode,
  FileImage,
  FileSpreadsheet,
  FileText,
  Folder,
  type LucideIcon,
  Paperclip,
  SquareArrowOutUpRight,
} from "lucide-react";
import type { HostFile } from "#shared/browser/contract.ts";

const endings: readonly (readonly [RegExp, LucideIcon])[] = [
  [/\.fmp12$/i, Database],
  [/\.(?:zip|gz|tgz|tar|7z|rar)$/i, Archive],
  [/\.(?:xml|json|js|ts|sh|py|sql|html?|css)$/i, FileCode],
  [/\.(?:png|jpe?g|gif|svg|webp|heic|tiff?)$/i, FileImage],
  [/\.(?:csv|tab|xlsx?|ods|mer)$/i, FileSpreadsheet],
  [/\.(?:log|txt|md|pdf|docx?|rtf)$/i, FileText],
];

/** Icon for the type of a file, with an accessible name. */
export function FileIcon({ file: { name, type, mark } }: { readonly file: HostFile }) {
  const Icon = iconOf(name, type, mark);
  return (
    <Icon
      aria-hidden
      size={17}
      className={type === "dir" ? "shrink-0 fill-selection text-accent" : "shrink-0 text-muted"}
    />
  );
}

function iconOf(name: string, type: HostFile["type"], mark: HostFile["mark"]): LucideIcon {
  if (mark === "link") return SquareArrowOutUpRight;
  if (mark === "containers") return Paperclip;
  if (type === "dir") return Folder;
  return endings.find(([ending]) => ending.test(name))?.[1] ?? File;
}
