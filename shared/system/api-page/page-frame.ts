import { type Html, html } from "./html.ts";

interface Frame {
  readonly title: string;
  /** URL path of the documentation, such as `/svc/apidoc`. */
  readonly base: string;
  readonly navigation: Html;
  readonly main: Html;
}

/** Returns a complete page. It only loads styles and scripts from its own origin. */
export function pageFrame({ title, base, navigation, main }: Frame): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="${base}/page.css">
<script src="${base}/page.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<nav aria-label="Contents">
<p class="home"><a href="${base}">Latchkey</a></p>
${navigation}
</nav>
<main id="content" tabindex="-1">
${main}
</main>
</body>
</html>
`.text;
}
