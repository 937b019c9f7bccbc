/** Message of the service, with code words rendered as code. */
export function Sentence({ text }: { readonly text: string }) {
  return text.split("`").map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which renders as a whole when it changes
      <code key={index} className="rounded bg-selection px-1 font-mono text-text text-xs">
        {part}
      </code>
    ),
  );
}
