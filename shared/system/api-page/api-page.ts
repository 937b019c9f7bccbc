import type { ApiDescription } from "../api-description.ts";
import { type Html, html, prose } from "./html.ts";
import { operationSection } from "./operation-section.ts";
import { pageFrame } from "./page-frame.ts";
import { type PageOperation, pageOperations } from "./page-operations.ts";

/** Returns the API documentation as a page, generated from the API description. `base` is its own URL path, such as `/svc/apidoc`. */
export function apiPage(description: ApiDescription, base: string): string {
  const tags = Map.groupBy(pageOperations(description), ({ operation }) => operation.tags?.[0] ?? "other");
  const { title, version, description: about } = description.info;
  return pageFrame({
    title: `${title} API`,
    base,
    navigation: html`<search hidden><label for="search">Find an operation</label><input id="search" type="search" autocomplete="off"><output for="search"></output></search>
<ul><li><a href="#about">About this API</a></li><li><a href="${base}/errors">Errors</a></li><li><a href="${base}/openapi.json">OpenAPI</a></li></ul>
${[...tags].map(([tag, operations]) => tagLinks(tag, operations))}`,
    main: html`<header id="about"><h1>${title} API</h1><p>Version ${version}. ${about !== undefined && prose(about)}</p>
${introduction}</header>
${[...tags].map(
  ([tag, operations]) =>
    html`<section aria-labelledby="tag-${tag}"><h2 id="tag-${tag}">${tag}</h2>
${operations.map((operation) => operationSection(operation, description, `${base}/errors`))}</section>`,
)}`,
  });
}

const introduction = html`<p>Every response of the management API is an envelope: <code>messages</code> has an integer <code>code</code>, 0 for success, and a <code>text</code>; <code>response</code> has the result. Proxies and downloads have their own formats.</p>
<p>An Admin API Key (<code>ak_…</code>) goes in <code>Authorization: Bearer</code>. A Data API Key (<code>dk_…</code>) goes there too, or in the query as <code>apiKey</code>, or as the password of the user <code>apiKey</code>. The samples read <code>BASE_URL</code>, <code>ADMIN_KEY</code> and <code>DATA_KEY</code>.</p>`;

function tagLinks(tag: string, operations: readonly PageOperation[]): Html {
  return html`<h2>${tag}</h2><ul>${operations.map(
    ({ methods, operation }) =>
      html`<li data-for="${operation.operationId}"><a href="#${operation.operationId}"><span class="method ${methods[0]}">${methods.length > 1 ? "any" : methods[0]}</span> ${operation.summary}</a></li>`,
  )}</ul>`;
}
