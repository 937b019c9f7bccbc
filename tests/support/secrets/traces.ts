/** Returns the encodings in which a secret may have been written. */
export function tracesOf(secret: string): readonly Buffer[] {
  const bytes = Buffer.from(secret);
  const percent = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const forms = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ secret }).toString().slice("secret=".length),
    JSON.stringify(secret).slice(1, -1),
    percent,
    percent.toUpperCase(),
    bytes.toString("hex"),
    ...[0, 1, 2].flatMap((offset) => [base64At(bytes, offset, "base64"), base64At(bytes, offset, "base64url")]),
  ];
  return [...new Set(forms)].map((form) => Buffer.from(form));
}

/** Returns the places where secrets are found, by the names of secret and place. */
export function traces(
  secrets: Readonly<Record<string, string>>,
  places: Readonly<Record<string, Buffer>>,
): readonly string[] {
  const search = searchFor(
    Object.entries(secrets).flatMap(([name, secret]) => tracesOf(secret).map((form) => ({ name, form }))),
  );
  const found = Object.entries(places).flatMap(([place, bytes]) => [...search(bytes)].map((name) => ({ name, place })));
  return Object.keys(secrets).flatMap((secret) =>
    found.filter(({ name }) => name === secret).map(({ name, place }) => `${name} in ${place}`),
  );
}

interface Form {
  readonly name: string;
  readonly form: Buffer;
}

/**
 * Returns a function that finds the names of forms in bytes, with the algorithm of Wu and Manber: a run searches a thousand data folders for a
 * hundred forms each, so it skips most bytes.
 */
function searchFor(forms: readonly Form[]): (bytes: Buffer) => ReadonlySet<string> {
  const shortest = Math.min(...forms.map(({ form }) => form.length));
  if (shortest < 2) throw new Error("A secret is too short to be searched for");
  const longestStep = Math.min(shortest - 1, 255);
  /** Steps from a pair of bytes to the next place where a form's start can end. */
  const steps = new Uint8Array(2 ** 16).fill(longestStep);
  /** Forms by the pair of bytes at the end of their start. */
  const byPair = new Map<number, Form[]>();
  for (const one of forms) {
    for (let end = 1; end <= longestStep; end += 1) {
      const pair = one.form.readUInt16BE(end - 1);
      steps[pair] = Math.min(steps[pair] as number, longestStep - end);
      if (end === longestStep) byPair.set(pair, [...(byPair.get(pair) ?? []), one]);
    }
  }
  return (bytes) => {
    const found = new Set<string>();
    for (let at = longestStep; at < bytes.length; ) {
      const pair = ((bytes[at - 1] as number) << 8) | (bytes[at] as number);
      const step = steps[pair] as number;
      at += step || 1;
      if (step > 0) continue;
      const start = at - 1 - longestStep;
      for (const { name, form } of byPair.get(pair) ?? [])
        if (
          form.length <= bytes.length - start &&
          bytes.compare(form, 0, form.length, start, start + form.length) === 0
        )
          found.add(name);
    }
    return found;
  };
}

/** Returns the middle of the secret's base64 after this number of preceding bytes, as in `user:secret`. */
function base64At(bytes: Buffer, offset: number, encoding: "base64" | "base64url"): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString(encoding)
    .replace(/=+$/, "");
  // Characters at the edges also depend on neighboring bytes.
  return text.slice(offset === 0 ? 0 : offset + 1, -2);
}
