import { ChevronRight } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { browserMessages } from "../../messages/english/browser.ts";
import { CopyIcon } from "../../ui/buttons/copy-button.tsx";

const text = browserMessages;

/** Path of the current folder, with links to its parents. */
export function FolderTrail({
  path,
  link,
}: {
  readonly path: string;
  readonly link: (path: string, name: string) => ReactNode;
}) {
  const names = path === "" ? [] : path.split("/");
  const last = names.length - 1;
  return (
    <nav aria-label={text.trail} className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-1 gap-y-0.5">
      {names.length === 0 ? <span className="font-medium">{text.top}</span> : link("", text.top)}
      {names.map((name, index) => (
        <Fragment key={names.slice(0, index + 1).join("/")}>
          <ChevronRight aria-hidden size={14} className="shrink-0 text-muted" />
          {index === last ? (
            <span aria-current="page" className="min-w-0 break-all font-medium">
              {shown(name, index)}
            </span>
          ) : (
            link(names.slice(0, index + 1).join("/"), shown(name, index))
          )}
        </Fragment>
      ))}
      {path !== "" && <CopyIcon text={path} label={text.actions.copyPath} />}
    </nav>
  );
}

/** Returns a folder's displayed name. The server's own folders are named as in their list. */
function shown(name: string, index: number): string {
  return index === 0 ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}
