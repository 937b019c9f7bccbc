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
    "# Fields that a call sends",
    "",
    "An operation that changes something takes the fields that `/svc/apidoc/` lists for it, and refuses a call with any other",
    "(HTTP 400, code 18010): nothing is changed, every unknown field is named, and where one is like it the field that may have",
    "been meant: “Did you mean `allowAnyDatabase`?” That holds for objects within objects, for lists, and for the query. Fields of",
    "POST, PUT and PATCH are read from the body alone, those of DELETE from the query alone; a field in the other place is refused",
    "too. A PATCH that names nothing to change is refused. Operations that only read pass over parameters that they do not know.",
    "",
    "This page is written by `tests/architecture/fields-page.test.ts`.",
    "",
    "## Open operations",
    "",
    "Of these it is not known all that clients of older services, or their editors, send. A field that the operation does not know",
    "is passed over, and the answer says so in a second message, `code` 0.",
    "",
    "| operation | what it does | where it is open |",
    "| --- | --- | --- |",
    ...open.map(
      ({ method, path, summary, open: where }) => `| \`${method} ${path}\` | ${summary} | ${placesOf(where)} |`,
    ),
    "",
    "## Names of rows",
    "",
    "Some fields are read under one name and written under another. These operations take both.",
    "",
    "| operation | taken | as |",
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
