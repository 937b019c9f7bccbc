import { EllipsisVertical } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { classes } from "./classes.ts";
import type { MenuGroups } from "./menu-entries.tsx";

const load = () => import("./opened-menu-button.tsx");
const OpenedMenuButton = lazy(load);
/** Asked for when the pointer or the focus arrives, so that it is there when it is pressed. What fails then is told by the press. */
const loadAhead = () => void load().catch(() => undefined);

const buttonClasses =
  "inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-selection hover:text-text data-popup-open:bg-selection";

/** What can be done with one thing, behind three dots. A long list has many of them, and most are never pressed: the menu comes with the press. */
export function MenuButton({
  label,
  groups,
  className,
}: {
  readonly label: string;
  readonly groups: MenuGroups;
  readonly className?: string;
}) {
  const [wasPressed, setPressed] = useState(false);
  const look = classes(buttonClasses, className);
  const unpressed = (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-haspopup="menu"
      aria-expanded={false}
      className={look}
      onPointerEnter={loadAhead}
      onFocus={loadAhead}
      onClick={() => setPressed(true)}
      onKeyDown={({ key }) => (key === "ArrowDown" || key === "ArrowUp") && setPressed(true)}
    >
      <EllipsisVertical aria-hidden size={16} />
    </button>
  );
  if (!wasPressed) return unpressed;
  return (
    <Suspense fallback={unpressed}>
      <OpenedMenuButton label={label} groups={groups} className={look} />
    </Suspense>
  );
}
