/** The forms in which a secret may have been written down. */
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

/** Where secrets are found, by the name of the secret and of the place. */
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

/** The middle of its base64 when so many bytes stand before it, as in `user:secret`. */
function base64At(bytes: Buffer, offset: number, encoding: "base64" | "base64url"): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString(encoding)
    .replace(/=+$/, "");
  // Characters at the edges depend on the neighbours as well.
  return text.slice(offset === 0 ? 0 : offset + 1, -2);
}
