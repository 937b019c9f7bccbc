import { type ReactNode, useEffect } from "react";
import { classes } from "../classes.ts";
import { useServerName } from "../values/server-name.tsx";

/** Layout of all pages: title, description, actions. Also sets the title of the browser tab. */
export function Page({
  title,
  above,
  text,
  actions,
  children,
  fill = false,
}: {
  readonly title: string;
  /** Link back to the parent page. */
  readonly above?: ReactNode;
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** True if the page fills the height and width of the window, so that its content scrolls instead of the page. */
  readonly fill?: boolean;
}) {
  const { nickname, environmentTag } = useServerName();
  useEffect(() => {
    const server = [environmentTag?.toUpperCase(), nickname].filter(Boolean).join(" ");
    document.title = `${environmentTag ? "● " : ""}${server} — ${title}`;
  }, [title, nickname, environmentTag]);
  return (
    <div
      className={classes(
        // All pages start at the same edge, so that nothing moves between them.
        "flex w-full flex-col gap-4",
        fill ? "h-[calc(100dvh-5.5rem)] min-h-96 sm:h-[calc(100dvh-6.5rem)]" : "max-w-[96rem]",
      )}
    >
      <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          {above}
          <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
          {text && <div className="max-w-prose text-muted">{text}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
