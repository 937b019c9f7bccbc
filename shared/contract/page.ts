import * as z from "zod";

/** Page for a person: one HTML document without scripts. Its only style element contains exactly `style`. */
export const Page = z.object({ html: z.string(), style: z.string() });
export type Page = z.infer<typeof Page>;

/** Builds a document. Text from people or programs must be passed through `escaped` before it becomes part of `body`. */
export function page({
  title,
  body,
  refreshSeconds,
}: {
  readonly title: string;
  readonly body: string;
  readonly refreshSeconds?: number;
}): Page {
  const refresh =
    refreshSeconds === undefined ? "" : `<meta http-equiv="refresh" content="${Math.ceil(refreshSeconds)}">`;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh}<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
  return { html, style };
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for elements and quoted attributes. Invisible characters that change the text direction become `?`. */
export function escaped(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, "?").replace(/[&<>"']/g, (sign) => entities[sign] as string);
}

const style = `
:root { color-scheme: light dark; --page: #f4f5f7; --sheet: #ffffff; --text: #1b1f24; --quiet: #57606a; --line: #d0d7de; --accent: #14532d; --on-accent: #ffffff; --warning: #8a3c00; }
@media (prefers-color-scheme: dark) { :root { --page: #15181c; --sheet: #1f242a; --text: #e8eaed; --quiet: #a8b0ba; --line: #3b434d; --accent: #86d6a3; --on-accent: #0d1f14; --warning: #ffb77c; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 30rem; padding: 2rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 0.75rem; }
h1 { margin: 0 0 1rem; font-size: 1.35rem; line-height: 1.3; }
h2 { margin: 1.5rem 0 0.5rem; font-size: 1.05rem; line-height: 1.3; }
p { margin: 0 0 1rem; }
dl { display: grid; grid-template-columns: fit-content(60%) minmax(8rem, 1fr); gap: 0.25rem 1rem; margin: 0 0 1.25rem; }
dt { color: var(--quiet); overflow-wrap: anywhere; }
dd { margin: 0; overflow-wrap: anywhere; }
.code { font: 600 1.75rem/1.2 ui-monospace, monospace; letter-spacing: 0.1em; }
.warning { padding: 0.75rem 1rem; border: 2px solid var(--warning); border-radius: 0.5rem; color: var(--warning); }
label { display: block; margin: 0 0 1rem; }
input { display: block; width: 100%; margin-top: 0.25rem; padding: 0.6rem 0.75rem; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--quiet); border-radius: 0.5rem; }
button { padding: 0.6rem 1.25rem; font: inherit; font-weight: 600; border-radius: 0.5rem; border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); cursor: pointer; }
button.other { background: transparent; color: var(--text); border-color: var(--quiet); }
button:focus-visible, input:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
a { color: inherit; }
.choices { display: flex; flex-wrap: wrap; gap: 0.75rem; }
`;
