import { type ErrorName, errors } from "#shared/contract/errors.ts";
import { html, prose } from "./html.ts";
import { pageFrame } from "./page-frame.ts";

/** Returns a page with all errors of the catalog. The anchor of each is its name. */
export function errorsPage(base: string): string {
  const names = Object.keys(errors) as ErrorName[];
  return pageFrame({
    title: "Latchkey errors",
    base,
    navigation: html`<ul><li><a href="${base}">All operations</a></li></ul>
<h2>Errors</h2><ul>${names.map((name) => html`<li><a href="#${name}"><small>${errors[name].code}</small> ${name}</a></li>`)}</ul>`,
    main: html`<header><h1>Errors</h1>
<p>Every error of the management API is an envelope with one of these codes. On proxy paths, errors have the format of FileMaker's API. Errors from FileMaker Server itself are passed on unchanged and aren't listed.</p></header>
${names.map((name) => {
  const { code, status, sentence, cause, remedy, fileMakerCode } = errors[name];
  return html`<article id="${name}"><h2><a href="#${name}">${name}</a></h2>
<p class="route">HTTP ${status}, code <code>${code}</code>${fileMakerCode !== undefined && html`, on proxy paths FileMaker's own <code>"${fileMakerCode}"</code>`}</p>
<blockquote>${prose(sentence)}.</blockquote>
<p>${prose(cause)}</p>
<p>${prose(remedy)}</p></article>
`;
})}`,
  });
}
