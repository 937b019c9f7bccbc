import { type ReactNode, useEffect } from "react";
import { classes } from "../classes.ts";
import { useServerName } from "../values/server-name.tsx";

/** The frame of every page: title, what it is in a sentence, actions. Also names the browser's tab. */
export function Page({
  title,
  above,
  text,
  actions,
  children,
  fill = false,
}: {
  readonly title: string;
  /** The way back to where this page belongs. */
  readonly above?: ReactNode;
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** As high and as wide as the window: what is in it scrolls, and not the page. */
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
        // Every page begins at the same edge, so that nothing jumps from one to the next.
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
