import { PreviewCard } from "@base-ui/react/preview-card";
import type { ReactElement, ReactNode } from "react";

/** Preview of a link's target on hover. `link` isn't changed; users of keyboards and screen readers follow it instead. */
export function HoverCard({ link, children }: { readonly link: ReactElement; readonly children: ReactNode }) {
  return (
    <PreviewCard.Root>
      <PreviewCard.Trigger render={link} />
      <PreviewCard.Portal>
        <PreviewCard.Positioner sideOffset={6} align="start" className="z-30">
          <PreviewCard.Popup className="w-80 max-w-[calc(100vw-2rem)] rounded-lg border border-line bg-panel p-4 text-sm shadow-xl outline-none">
            {children}
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
}
