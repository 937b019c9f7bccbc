import type { ApiDescription, DescribedOperation, DescribedSchema } from "../api-description.ts";
import { type Html, html, prose } from "./html.ts";
import type { PageOperation } from "./page-operations.ts";
import { answerOf, curlSample, sampleCall, typeScriptSample } from "./sample-calls.ts";
import { type SchemaRow, schemaRows, typeOf } from "./schema-rows.ts";

/** Accepted credentials by kind, as text. */
const credentialTexts: Readonly<Record<string, string>> = {
  adminKey: "Admin API key or token as bearer",
  adminAccount: "Admin Console account with Basic",
  dataKey: "Data API key as bearer",
  dataKeyInQuery: "Data API key as `apiKey` in the query",
  metricsToken: "the metrics token as a bearer token",
  dataKeyAsAccount: "Data API key with Basic, as the password of `apiKey`",
};

/** Returns the section of an operation. */
export function operationSection(
  { path, methods, operation }: PageOperation,
  { components }: ApiDescription,
  errorsBase: string,
): Html {
  const { operationId, summary, description, security = [], responses } = operation;
  const [method] = methods;
  const sampled = sampleCall(method, path, operation);
  const { answer, kind } = answerOf(operation);
  const who = security.flatMap((choice) => Object.keys(choice)).map((name) => credentialTexts[name] ?? name);
  const given = [...parameterRows(operation, components), ...bodyRows(operation, components)];
  return html`<article id="${operationId}" data-search="${`${methods.join(" ")} ${path} ${operationId} ${summary}`.toLowerCase()}">
<h3><a href="#${operationId}">${summary}</a></h3>
<p class="route"><span class="method ${method}">${methods.length > 1 ? "any" : method}</span> <code>${path}</code></p>
${description !== undefined && html`<p>${prose(description)}</p>`}
<p class="who">${who.length === 0 ? "Needs no credential." : html`Credential: ${who.map((word, index) => html`${index > 0 && ", or "}${prose(word)}`)}.`}</p>
${given.length > 0 && html`<h4>Parameters</h4>${fieldTable(given, `Parameters of ${operationId}`)}`}
${answer?.schema !== undefined && answerTable(answer.schema, components, operationId, kind)}
${
  sampled !== undefined &&
  html`<div class="samples">
<h4>curl</h4><pre tabindex="0"><code>${curlSample(sampled)}</code></pre>
<h4>TypeScript</h4><pre tabindex="0"><code>${typeScriptSample(sampled)}</code></pre>
${answer?.example !== undefined && html`<h4>Response</h4><pre tabindex="0"><code>${JSON.stringify(answer.example, null, 2)}</code></pre>`}
</div>`
}
${errorList(responses, errorsBase)}
</article>
`;
}

function parameterRows(
  { parameters = [] }: DescribedOperation,
  components: ApiDescription["components"],
): readonly SchemaRow[] {
  return parameters.map(({ name, in: location, required = false, schema }) => ({
    name,
    type: `${typeOf(schema, components)} (${location})`,
    isRequired: required,
    description: schema.description ?? "",
  }));
}

function bodyRows({ requestBody }: DescribedOperation, components: ApiDescription["components"]): readonly SchemaRow[] {
  const schema = requestBody?.content["application/json"]?.schema;
  return schema === undefined ? [] : schemaRows(schema, components);
}

/** Renders the fields of a response. For an envelope, only those in `response`, which belong to this operation. */
function answerTable(
  schema: DescribedSchema,
  components: ApiDescription["components"],
  operationId: string,
  kind: string,
): Html | undefined {
  const own = (kind === "envelope" ? schema.properties?.response : schema) ?? schema;
  const rows = schemaRows(own, components);
  if (rows.length === 0) return undefined;
  const heading = kind === "envelope" ? html`Fields of <code>response</code>` : "Response";
  return html`<h4>${heading}</h4>${fieldTable(rows, `Response of ${operationId}`)}`;
}

function fieldTable(rows: readonly SchemaRow[], caption: string): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows.map(
    ({ name, type, isRequired, description }) =>
      html`<tr><th scope="row"><code>${name}</code>${!isRequired && html` <small>optional</small>`}</th><td>${type}</td><td>${prose(description)}</td></tr>`,
  )}</tbody>
</table></div>`;
}

function errorList(responses: DescribedOperation["responses"], errorsBase: string): Html | undefined {
  const named = Object.entries(responses).flatMap(([status, response]) =>
    (response["x-errors"] ?? []).map((name) => html`<li>${status} <a href="${errorsBase}#${name}">${name}</a></li>`),
  );
  return named.length === 0 ? undefined : html`<h4>Errors</h4><ul class="errors">${named}</ul>`;
}
