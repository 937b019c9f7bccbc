import { RotateCw } from "lucide-react";
import { reloadPage, usePageState } from "../../api/page-parts.ts";
import { messages } from "../../messages/messages.ts";
import { Button } from "../../ui/buttons/button.tsx";

/** Banner at the top with instructions when a part of the page is missing and the page can't reload automatically. */
export function PageBanner() {
  const state = usePageState();
  if (state === "whole") return null;
  return (
    <div role="alert" className="fixed inset-x-0 bottom-0 z-60 flex justify-center p-4">
      <div className="flex max-w-2xl flex-wrap items-center gap-3 rounded-lg border border-line-strong bg-panel px-4 py-3 shadow-2xl">
        <p className="min-w-0 flex-1 basis-72">{messages.parts[state]}</p>
        <Button look="primary" onClick={reloadPage}>
          <RotateCw aria-hidden size={14} />
          {messages.parts.reload}
        </Button>
      </div>
    </div>
  );
}
