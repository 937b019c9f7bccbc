/** A name on one line, in a table: cut where it is very long, with all of it at hand. On a phone it takes the lines that it needs. */
export function CutName({ name }: { readonly name: string }) {
  return (
    <span className="wrap-anywhere sm:inline-block sm:max-w-72 sm:truncate sm:align-bottom" title={name}>
      {name}
    </span>
  );
}
