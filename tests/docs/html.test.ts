import { expect, test } from "vitest";
import { html, prose } from "#shared/system/api-page/html.ts";

test("text in a page is escaped, unless it is already HTML", () => {
  const name = `<b onclick='x'>"&`;
  expect(html`<i title="${name}">${name}</i>${html`<br>`}`.text).toBe(
    '<i title="&#60;b onclick=&#39;x&#39;&#62;&#34;&#38;">&#60;b onclick=&#39;x&#39;&#62;&#34;&#38;</i><br>',
  );
});

test("false and undefined leave nothing, and lists are joined", () => {
  expect(html`${false}${undefined}${["a", html`<b>`, 1]}`.text).toBe("a<b>1");
});

test("backticks in a sentence mark code", () => {
  expect(html`${prose("Send `a<b` or `c`.")}`.text).toBe("Send <code>a&#60;b</code> or <code>c</code>.");
});
