import { expect, test } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import { knowsItsFields, type Operation } from "#shared/contract/operation.ts";
import { unknownFieldRule } from "#shared/contract/values/unknown-fields.ts";

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
    "`/svc/apidoc/` lists the fields of each operation. For other fields in a call that changes something, the rule depends on the",
    "operation. It also applies to nested objects, lists, and fields in the wrong place.",
    "",
    "| operation | unknown field | unknown field that is similar to a known one |",
    "| --- | --- | --- |",
    "| grants access | rejected | rejected |",
    "| open | ignored and named | ignored and named |",
    "| any other | ignored and named | rejected |",
    "",
    "*Rejected* means HTTP 400 with code 18010, and nothing changes. The error names the fields and suggests the known ones: “Did you",
    "mean `allowAnyDatabase`?” *Ignored and named* means that a second message in the answer, with `code` 0, names the fields, so",
    "clients can send back a row that they read. A call with more than 20 different unknown fields is rejected by all but open operations.",
    "Operations that only read ignore unknown parameters and don't name them.",
    "",
    "POST, PUT and PATCH read their fields only from the body, and DELETE only from the query; a known field in the wrong place is",
    "rejected. A PATCH without a field to change is rejected.",
    "",
    "An optional field that is `null` counts as left out, unless the field's description gives `null` a meaning. In operations that don't",
    'grant access, an optional text that is `""` and must not be empty counts as left out too. In a PATCH, a second message then says that',
    "the field stays unchanged. A `key` in a body that is the hint of the key in the path is ignored.",
    "",
    "`tests/architecture/fields-page.test.ts` generates this page.",
    "",
    "## Operations that grant access",
    "",
    "| operation | description | fields |",
    "| --- | --- | --- |",
    ...operations.flatMap((operation) => {
      const fields = grantingIn(operation);
      const { method, path, summary } = operation;
      return fields === undefined ? [] : [`| \`${method} ${path}\` | ${summary} | ${fields} |`];
    }),
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

/** Names the fields of an operation that refuse unknown fields in them. Undefined if there are none. */
function grantingIn(operation: Operation): string | undefined {
  if (!knowsItsFields(operation)) return undefined;
  if (unknownFieldRule(operation, "unheardOf") === "refuse") return "all";
  const fields = Object.keys(operation.input.shape).filter((name) => unknownFieldRule(operation, name) === "refuse");
  return fields.length === 0 ? undefined : fields.map((name) => `\`${name}\``).join(", ");
}

function placesOf(open: Operation["open"]): string {
  return open === true || open === undefined ? "everywhere" : open.map((name) => `in \`${name}\``).join(", ");
}
