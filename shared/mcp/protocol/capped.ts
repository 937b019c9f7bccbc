/** Maximum size of a result in bytes. */
export const maxTextBytes = 60_000;

type Content = Readonly<Record<string, unknown>>;

/** Space in bytes for the two fields that report missing content. */
const noticeBytes = 400;

/**
 * Shortens content that is too long. It loses entries of its longest list or the rest of its longest text, is marked as shortened, and has
 * no cursor, because continuing from it would skip the removed entries.
 */
export function capped(content: Content, keeps: "first" | "last" = "first", most = maxTextBytes): Content {
  if (sizeOf(content) <= most) return content;
  const { next_cursor: _, ...rest } = content;
  return {
    ...(shortened(rest, most - noticeBytes, keeps) as Content),
    truncated: true,
    hint: "The result was too long and is incomplete. Ask again with a smaller limit or a narrower query.",
  };
}

/** Shortens a value to about `most` bytes of JSON by repeatedly shortening its longest part. */
function shortened(value: unknown, most: number, keeps: "first" | "last"): unknown {
  if (typeof value === "string") return shortText(value, most, keeps);
  if (Array.isArray(value)) return shortList(value, most, keeps);
  if (typeof value !== "object" || value === null) return value;
  let fields = Object.entries(value);
  for (;;) {
    const sizes = fields.map(([name, field]) => sizeOf(name) + sizeOf(field) + 2);
    const excess = sizes.reduce((sum, size) => sum + size, 2) - most;
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

function shortList(list: readonly unknown[], most: number, keeps: "first" | "last"): readonly unknown[] {
  const ordered = keeps === "first" ? list : list.toReversed();
  let size = 2;
  let count = 0;
  for (const entry of ordered) {
    size += sizeOf(entry) + 1;
    if (size > most) break;
    count += 1;
  }
  // Part of an entry that is too long is better than nothing.
  if (count === 0 && list.length > 0) return [shortened(ordered[0], most - 2, keeps)];
  return keeps === "first" ? list.slice(0, count) : list.slice(list.length - count);
}

function shortText(text: string, most: number, keeps: "first" | "last"): string {
  // A character takes up to six bytes in JSON.
  let length = Math.min(text.length, most);
  const part = () => (keeps === "first" ? text.slice(0, length) : text.slice(text.length - length)).toWellFormed();
  while (length > 0 && sizeOf(part()) > most) length = Math.floor(length * 0.8);
  return part();
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "");
}
