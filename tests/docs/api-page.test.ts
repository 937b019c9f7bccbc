import { readFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { errors } from "#shared/contract/errors.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService({ environment: { SERVICE_PREFIX: "keyhouse" } });
afterAll(() => service.stop());

const page = await service.raw("GET", "/keyhouse/apidoc/");
const errorsPage = await service.raw("GET", "/keyhouse/apidoc/errors");
const description = (await service.raw("GET", "/keyhouse/apidoc/openapi.json")).body;
interface Described {
  readonly operationId: string;
  readonly summary: string;
}

const idsIn = (text: string) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

verifies("system:docs:page", "with and without a trailing slash, in HTML", async () => {
  const bare = await service.raw("GET", "/keyhouse/apidoc");
  expect([page.status, page.headers["content-type"], page.text]).toEqual([200, "text/html; charset=utf-8", bare.text]);
});

verifies("system:docs:page", "every operation is on it, once, with its samples", () => {
  const shown = idsIn(page.text);
  expect(new Set(shown).size).toBe(shown.length);
  for (const [path, item] of Object.entries<Record<string, Described>>(description.paths)) {
    expect(page.text).toContain(`<code>${path}</code>`);
    // Methods of one operation are listed once, under the name of the first.
    for (const [first] of Map.groupBy(Object.values(item), ({ summary }) => summary).values()) {
      expect(shown).toContain(first?.operationId);
      expect(page.text).toContain(`href="#${first?.operationId}"`);
    }
  }
});

verifies(
  "system:docs:page",
  "the page loads its style and script from its own origin, and runs nothing inline",
  async () => {
    expect(page.headers["content-security-policy"]).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    for (const { text } of [page, errorsPage]) {
      const loaded = [...text.matchAll(/<(?:link|script|img|iframe)\b[^>]*(?:href|src)="([^"]*)"/g)].map(
        ([, to]) => to,
      );
      expect(loaded).toEqual(["/keyhouse/apidoc/page.css", "/keyhouse/apidoc/page.js"]);
      expect(text).not.toMatch(/<style|<script>|\son[a-z]+=|\sstyle=|javascript:/i);
    }
    const style = await service.raw("GET", "/keyhouse/apidoc/page.css");
    expect([style.status, style.headers["content-type"]]).toEqual([200, "text/css; charset=utf-8"]);
    expect(style.text).not.toMatch(/url\(|@import/);
    const script = await service.raw("GET", "/keyhouse/apidoc/page.js");
    expect([script.status, script.headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
  },
);

verifies("system:docs:page", "the page's links lead to existing targets", () => {
  const own = new Set(idsIn(page.text));
  const there = new Set(idsIn(errorsPage.text));
  for (const [, to = ""] of page.text.matchAll(/ href="([^"]+)"/g)) {
    const [address, anchor] = to.split("#");
    if (address === "" && anchor !== undefined) expect(own, to).toContain(anchor);
    else if (address === "/keyhouse/apidoc/errors" && anchor !== undefined) expect(there, to).toContain(anchor);
    else expect(to).toMatch(/^\/keyhouse\/apidoc(?:\/(?:errors|openapi\.json|page\.css))?$/);
  }
});

verifies("system:docs:errors", "on the service's page and in the repository", () => {
  const shown = new Set(idsIn(errorsPage.text));
  const written = readFileSync(new URL("../../docs/reference/errors.md", import.meta.url), "utf8");
  for (const name of Object.keys(errors)) {
    expect(shown).toContain(name);
    expect(written).toContain(`<a id="${name}"></a>`);
  }
});

verifies("system:docs:errors", "operations link to each of their possible errors", () => {
  const article = page.text.split('<article id="').find((text) => text.startsWith('createDataApiKey"')) ?? "";
  for (const name of ["key_files_refused", "key_exists", "too_many_attempts", "unauthenticated", "input_invalid"])
    expect(article).toContain(`href="/keyhouse/apidoc/errors#${name}"`);
});
