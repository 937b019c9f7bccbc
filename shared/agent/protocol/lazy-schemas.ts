/** Maps a form to the schemas that its functions return. */
type Made<Form> = { readonly [Field in keyof Form]: Form[Field] extends () => infer Schema ? Schema : Form[Field] };

/** Creates the schemas of forms on first use. A Lambda function uses few of them, and creating all took a tenth of its start time. */
export function lazySchemas<const Forms extends Readonly<Record<string, object>>>(
  forms: Forms,
): { readonly [Name in keyof Forms]: Made<Forms[Name]> } {
  return Object.fromEntries(Object.entries(forms).map(([name, form]) => [name, lazy(form)])) as never;
}

function lazy(form: object): object {
  const made = {};
  for (const [field, value] of Object.entries(form)) {
    const keep = (schema: unknown) => Object.defineProperty(made, field, { value: schema, enumerable: true });
    if (typeof value !== "function") keep(value);
    else {
      const get = () => {
        const schema: unknown = value();
        keep(schema);
        return schema;
      };
      Object.defineProperty(made, field, { get, enumerable: true, configurable: true });
    }
  }
  return made;
}
