/** Name on one line in a table, truncated if it is very long, with the complete name on hover. On a phone, it wraps. */
export function CutName({ name }: { readonly name: string }) {
  return (
    <span className="wrap-anywhere sm:inline-block sm:max-w-72 sm:truncate sm:align-bottom" title={name}>
      {name}
    </span>
  );
}
