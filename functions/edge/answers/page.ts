import { createHash } from "node:crypto";
import type { ServiceError } from "#shared/contract/errors.ts";
import { escaped, type Page, page } from "#shared/contract/page.ts";
import type { Answer } from "./answer.ts";
import { managementHeaders } from "./envelope.ts";

/** Returns a page that runs no scripts, loads nothing, can't be framed, and only sends its forms to us. */
export function pageAnswer({ html, style }: Page, status = 200): Answer {
  const styleHash = createHash("sha256").update(style).digest("base64");
  return {
    status,
    headers: {
      ...managementHeaders,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      "Cross-Origin-Opener-Policy": "same-origin",
    },
    body: html,
  };
}

/** Returns an error page for people, with a link back. */
export function errorPage({ text, status, retryAfterSeconds }: ServiceError): Answer {
  const wait =
    retryAfterSeconds === undefined ? "" : `<p>Wait ${retryAfterSeconds} seconds before you try again.</p>\n`;
  const body = `<h1>Something went wrong</h1>
<p role="alert">${escaped(text)}.</p>
${wait}<p><a href="">Back</a></p>`;
  const answer = pageAnswer(page({ title: "Something went wrong", body }), status);
  if (retryAfterSeconds === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, "Retry-After": String(retryAfterSeconds) } };
}
