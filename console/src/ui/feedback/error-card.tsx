import { Popover } from "@base-ui/react/popover";
import { errorNumberMessages } from "../../messages/english/installation/error-numbers.ts";
import { ErrorAdvice } from "./error-advice.tsx";
import { errorMeaning } from "./error-meanings.ts";
import { numberClasses } from "./number-classes.ts";

/** Meaning, usual cause and remedy of an error number, on press or hover. */
export default function ErrorCard({ number }: { readonly number: number }) {
  const meaning = errorMeaning(number);
  return (
    <Popover.Root>
      <Popover.Trigger openOnHover aria-label={errorNumberMessages.explain(number)} className={numberClasses}>
        {number}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} className="z-60">
          <Popover.Popup className="w-80 max-w-[calc(100vw-2rem)] rounded-lg border border-line bg-panel p-4 text-sm text-text shadow-xl outline-none">
            <Popover.Title className="font-semibold">
              {errorNumberMessages.title(number, meaning?.source)}
            </Popover.Title>
            <p className="mt-1">{meaning?.sentence ?? errorNumberMessages.unknown}</p>
            {meaning && (
              <div className="mt-2">
                <ErrorAdvice meaning={meaning} />
              </div>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
