import { deliveryMessages } from "../../messages/english/events/deliveries.ts";
import { CopyIcon } from "../../ui/buttons/copy-button.tsx";

const text = deliveryMessages.page;

/** Headers and body as they were transferred. */
export function HeadersAndBody({
  headers,
  body,
  isWhole = true,
}: {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: string;
  /** True if the body is complete. */
  readonly isWhole?: boolean;
}) {
  return (
    <div className="flex flex-col gap-3">
      {headers.length > 0 && (
        <dl
          aria-label={text.headers}
          className="grid grid-cols-[fit-content(40%)_minmax(0,1fr)] gap-x-4 font-mono text-sm"
        >
          {headers.map(({ name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: headers can repeat, and their order never changes
            <div key={index} className="contents">
              <dt className="wrap-anywhere text-muted">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {body === "" ? (
        <p className="text-muted">{text.noBody}</p>
      ) : (
        <div className="flex items-start gap-1">
          <section
            aria-label={text.body}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
            tabIndex={0}
            className="max-h-96 min-w-0 flex-1 overflow-auto rounded-md border border-line bg-page p-3"
          >
            <pre className="whitespace-pre-wrap wrap-anywhere font-mono text-sm">{body}</pre>
          </section>
          <CopyIcon text={body} label={text.copyBody} />
        </div>
      )}
      {!isWhole && <p className="text-muted text-sm">{text.cut}</p>}
    </div>
  );
}
