import { expect, test } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import type { Operation } from "#shared/contract/operation.ts";

const operations: readonly Operation[] = Object.values(catalogue).flatMap((resource) => Object.values(resource));

test("docs/reference/fields.md matches the contracts", async () => {
  await expect(page()).toMatchFileSnapshot("../../docs/reference/fields.md");
});

function page(): string {
  const open = operations.filter(({ open: isOpen }) => isOpen !== undefined);
  const renamed = operations.filter(({ rowNames }) => rowNames !== undefined);
  return [
    "# Request fields",
    "",
    "An operation that changes something accepts only the fields that `/svc/apidoc/` lists for it. It rejects a call with any other",
    "field (HTTP 400, code 18010) and changes nothing. The error names the unknown fields, and suggests similar ones: “Did you mean",
    "`allowAnyDatabase`?” This also applies to nested objects, lists, and the query. POST, PUT and PATCH read their fields only from",
    "the body, and DELETE only from the query; a field in the wrong place is rejected. A PATCH without a field to change is rejected.",
    "Operations that only read ignore unknown parameters.",
    "",
    "`tests/architecture/fields-page.test.ts` generates this page.",
    "",
    "## Open operations",
    "",
    "Older clients and editors may send additional fields to these operations. Unknown fields are ignored, and a second message in the",
    "answer, with `code` 0, names them.",
    "",
    "| operation | description | accepts unknown fields |",
    "| --- | --- | --- |",
    ...open.map(
      ({ method, path, summary, open: where }) => `| \`${method} ${path}\` | ${summary} | ${placesOf(where)} |`,
    ),
    "",
    "## Alternative names",
    "",
    "Some fields have one name in answers and another in requests. These operations accept both.",
    "",
    "| operation | also accepted | name |",
    "| --- | --- | --- |",
    ...renamed.flatMap(({ method, path, rowNames = {} }) =>
      Object.entries(rowNames).map(([row, own]) => `| \`${method} ${path}\` | \`${row}\` | \`${own}\` |`),
    ),
    "",
  ].join("\n");
}

function placesOf(open: Operation["open"]): string {
  return open === true || open === undefined ? "everywhere" : open.map((name) => `in \`${name}\``).join(", ");
}
