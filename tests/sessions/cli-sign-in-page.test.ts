import { createHash } from "node:crypto";
import { afterAll, expect } from "vitest";
import { aBrowser } from "../support/http/a-browser.ts";
import { aCommandLine, codeOn } from "../support/http/a-command-line.ts";
import type { Answer } from "../support/http/call.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

verifies("sessions:hand-over:page", async () => {
  const person = aBrowser(service);
  const tool = aCommandLine(service, { "User-Agent": `<script>alert("x")</script>'&` });
  const pages: Answer[] = [await tool.open(person)];
  await person.signIn();
  pages.push(await tool.open(person));
  await tool.poll();
  const asked = await tool.open(person);
  pages.push(asked, await tool.send(person, { action: "allow", code: "wrong" }));
  pages.push(await tool.send(person, { action: "allow", code: codeOn(asked) }));
  expect(asked.text).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;");

  for (const { text, headers } of pages) {
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    const [, style = ""] = /<style>([\s\S]*)<\/style>/.exec(text) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(headers["content-security-policy"]).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    );
    expect(text).not.toMatch(/<script|\bon\w+=|\bstyle=|src=|url\(|<link/i);
  }
});

verifies("sessions:hand-over:page", "the hash is in no log, and neither is the token", async () => {
  const [tool, person] = [aCommandLine(service), aBrowser(service)];
  await person.signIn();
  await tool.open(person);
  await tool.poll();
  await tool.send(person, { action: "allow", code: codeOn(await tool.open(person)) });
  const { token } = (await tool.poll()).body.response;
  await service.raw("PUT", tool.page);
  const kept = `${await service.logs()}${JSON.stringify(await service.rows())}`;
  expect(kept).toContain("/svc/wizard/…");
  for (const secret of [tool.hash, token, "admin-pass"]) expect(kept).not.toContain(secret);
});

verifies("sessions:cross-site:page", async () => {
  const [tool, person] = [aCommandLine(service), aBrowser(service)];
  await person.signIn();
  await tool.open(person);
  await tool.poll();
  const code = codeOn(await tool.open(person));
  const send = (headers: Record<string, string>) =>
    service.raw("POST", tool.page, {
      headers: { Cookie: person.cookie, "Content-Type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams({ action: "allow", code }).toString(),
    });
  for (const headers of [
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { Origin: "https://else.example.com" },
    { "X-Requested-With": "page" },
    {},
  ] as Record<string, string>[]) {
    const answer = await send(headers);
    expect(answer.status, JSON.stringify(headers)).toBe(403);
    expect(answer.text).toContain("<h1>");
  }
  expect(await tool.poll()).toRefuseWith("cli_sign_in_pending");
  expect((await send({ Origin: service.baseUrl })).status).toBe(200);
});
