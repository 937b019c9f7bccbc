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
  const found: string[] = [];
  for (const [name, secret] of Object.entries(secrets)) {
    const forms = tracesOf(secret);
    for (const [place, bytes] of Object.entries(places)) {
      if (forms.some((form) => bytes.includes(form))) found.push(`${name} in ${place}`);
    }
  }
  return found;
}

/** Returns the middle of the secret's base64 after this number of preceding bytes, as in `user:secret`. */
function base64At(bytes: Buffer, offset: number, encoding: "base64" | "base64url"): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString(encoding)
    .replace(/=+$/, "");
  // Characters at the edges also depend on neighboring bytes.
  return text.slice(offset === 0 ? 0 : offset + 1, -2);
}
