import { Popover } from "@base-ui/react/popover";
import { lazy, Suspense, useState } from "react";
import { words } from "../words/words.ts";

const Meaning = lazy(() => import("./error-meaning.tsx"));

/** A number of FileMaker's or of ours; what it means is a press or a moment's rest away. */
export function ErrorNumber({ number }: { readonly number: number }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        openOnHover
        aria-label={words.errors.explain(number)}
        className="rounded bg-selection px-1.5 py-0.5 font-mono text-xs underline decoration-dotted underline-offset-2"
      >
        {number}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} className="z-50">
          <Popover.Popup className="w-80 max-w-[calc(100vw-2rem)] rounded-lg border border-line bg-panel p-4 text-sm shadow-xl outline-none">
            <Suspense fallback={<p>{words.states.loading}</p>}>
              <Meaning number={number} />
            </Suspense>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
