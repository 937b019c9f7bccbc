/** Maximum size of a result in bytes. */
export const maxTextBytes = 60_000;

type Content = Readonly<Record<string, unknown>>;

/** Space in bytes for the two fields that report missing content. */
const noticeBytes = 400;

/**
 * Shortens content that is too long. It loses entries of its longest list or the rest of its longest text, is marked as shortened, and has
 * no cursor, because continuing from it would skip the removed entries.
 */
export function capped(content: Content, keeps: "first" | "last" = "first", maxBytes = maxTextBytes): Content {
  if (sizeOf(content) <= maxBytes) return content;
  const { next_cursor: _, ...rest } = content;
  return {
    ...(shortened(rest, maxBytes - noticeBytes, keeps) as Content),
    truncated: true,
    hint: "The result was too long and is incomplete. Ask again with a smaller limit or a narrower query.",
  };
}

/** Shortens a value to about `maxBytes` bytes of JSON by repeatedly shortening its longest part. */
function shortened(value: unknown, maxBytes: number, keeps: "first" | "last"): unknown {
  if (typeof value === "string") return shortText(value, maxBytes, keeps);
  if (Array.isArray(value)) return shortList(value, maxBytes, keeps);
  if (typeof value !== "object" || value === null) return value;
  let fields = Object.entries(value);
  for (;;) {
    const sizes = fields.map(([name, field]) => sizeOf(name) + sizeOf(field) + 2);
    const excess = sizes.reduce((sum, size) => sum + size, 2) - maxBytes;
    if (excess <= 0) return Object.fromEntries(fields);
    const largest = sizes.indexOf(Math.max(...sizes));
    const [name, field] = fields[largest] as [string, unknown];
    const left = (sizes[largest] as number) - excess - sizeOf(name) - 2;
    const cut = left > 16 ? shortened(field, left, keeps) : undefined;
    fields =
      cut === undefined || sizeOf(cut) >= sizeOf(field)
        ? fields.toSpliced(largest, 1)
        : fields.with(largest, [name, cut]);
  }
}

function shortList(list: readonly unknown[], maxBytes: number, keeps: "first" | "last"): readonly unknown[] {
  const ordered = keeps === "first" ? list : list.toReversed();
  let size = 2;
  let count = 0;
  for (const entry of ordered) {
    size += sizeOf(entry) + 1;
    if (size > maxBytes) break;
    count += 1;
  }
  // Part of an entry that is too long is better than nothing.
  if (count === 0 && list.length > 0) return [shortened(ordered[0], maxBytes - 2, keeps)];
  return keeps === "first" ? list.slice(0, count) : list.slice(list.length - count);
}

function shortText(text: string, maxBytes: number, keeps: "first" | "last"): string {
  // A character takes up to six bytes in JSON.
  let length = Math.min(text.length, maxBytes);
  const part = () => (keeps === "first" ? text.slice(0, length) : text.slice(text.length - length)).toWellFormed();
  while (length > 0 && sizeOf(part()) > maxBytes) length = Math.floor(length * 0.8);
  return part();
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "");
}
