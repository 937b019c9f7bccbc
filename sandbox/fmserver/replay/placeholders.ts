type Values = Readonly<Record<string, string>>;

const placeholder = /«([^»]+)»/g;

/** Replaces placeholders in a text: by the values of the request, otherwise by a text of the recorded form and length. */
export function filledText(text: string, values: Values): string {
  return text.replaceAll(placeholder, (all, inner: string) => values[all] ?? ofForm(inner));
}

/** Returns the body of a recorded answer. */
export function filledBody(
  { body, bodyShape }: { readonly body?: unknown; readonly bodyShape?: string | undefined },
  values: Values,
): string {
  if (bodyShape !== undefined) return filledText(bodyShape.replace(/^\S* /, ""), values);
  if (body === undefined || body === null) return "";
  return typeof body === "string" ? filledText(body, values) : JSON.stringify(filledJson(body, values));
}

function filledJson(value: unknown, values: Values): unknown {
  if (Array.isArray(value))
    return value
      .filter((one) => !(typeof one === "string" && one.startsWith("«more:")))
      .map((one) => filledJson(one, values));
  if (value !== null && typeof value === "object")
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [filledText(key, values), filledJson(one, values)]),
    );
  if (typeof value !== "string") return value;
  const [, digits] = /^«number:(\d+)»$/.exec(value) ?? [];
  if (digits !== undefined) return Number("1".repeat(Math.min(Number(digits), 15)));
  return value === "«boolean»" ? true : filledText(value, values);
}

/** Returns a text of a form and length, such as `string:14`. A name without a length becomes itself. */
function ofForm(inner: string): string {
  const [kind = "", form = "", length = form] = inner.split(":");
  const count = Number(length);
  if (!Number.isInteger(count) || length === "") return kind;
  if (kind === "digits" || kind === "number") return "1".repeat(count);
  if (form === "jwt") return `${"x".repeat(Math.max(1, count - 4))}.x.x`;
  return (form === "hex" ? "a" : "x").repeat(count);
}
