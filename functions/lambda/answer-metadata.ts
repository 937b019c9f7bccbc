/** Response head as API Gateway expects it: next to a complete body, or in front of a stream. */
export type AnswerMetadata = {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly multiValueHeaders: Record<string, string[]>;
};

/** Builds the metadata from alternating header names and values. */
export function metadataOf(statusCode: number, raw: readonly string[]): AnswerMetadata {
  const byName = new Map<string, { readonly name: string; readonly values: string[] }>();
  for (let place = 0; place < raw.length; place += 2) {
    const name = raw[place] as string;
    const entry = byName.get(name.toLowerCase()) ?? { name, values: [] };
    entry.values.push(raw[place + 1] as string);
    byName.set(name.toLowerCase(), entry);
  }
  const headers: Record<string, string> = {};
  const multiValueHeaders: Record<string, string[]> = {};
  for (const { name, values } of byName.values()) {
    if (values.length === 1) headers[name] = values[0] as string;
    else multiValueHeaders[name] = values;
  }
  return { statusCode, headers, multiValueHeaders };
}
