import { afterAll, expect } from "vitest";
import { discordBody } from "#shared/notifications/messages/discord.ts";
import { mailText } from "#shared/notifications/messages/mail.ts";
import type { Message } from "#shared/notifications/messages/message.ts";
import { slackBody } from "#shared/notifications/messages/slack.ts";
import { teamsBody } from "#shared/notifications/messages/teams.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { callsAs } from "./support/callers.ts";

const service = await testService();
afterAll(() => service.stop());
const operator = await callsAs(service, "operator");

const hostile = [
  "[Sign in](https://evil.example)",
  "[a]: https://evil.example",
  "<https://evil.example|Sign in>",
  "<!channel> <@everyone>",
  "\\[Sign in](https://evil.example)",
  "# Title",
  "  -# Small",
  "> quoted\n> twice",
  "a_b_ *c* ~~d~~ ||e|| `f` ```g```",
];
/** Returns the characters that a chat interprets and that aren't escaped by a backslash. */
const unescaped = (text: string) => text.replace(/\\./g, "x").match(/[`*_~|[\]<>]|^\s*-?#/gm) ?? [];

verifies("notifications:targets:chat", "nothing in a text becomes markup", () => {
  for (const text of hostile) {
    const message: Message = { severity: "info", title: text, text, facts: [["Files", text]], link: undefined };
    const { embeds } = discordBody(message) as {
      embeds: { title: string; description: string; fields: { value: string }[] }[];
    };
    const [embed] = embeds;
    for (const part of [embed?.title, embed?.description, embed?.fields[0]?.value]) {
      expect(unescaped(part ?? "["), text).toEqual([]);
      // The displayed text is the original text.
      expect(part?.replace(/\\(.)/g, "$1"), text).toBe(text);
    }
    expect(JSON.stringify(teamsBody(message)), text).not.toMatch(/[^\\]\]\(/);
    // Its header is plain text without markup.
    expect(JSON.stringify(slackBody({ ...message, title: "" })), text).not.toMatch(/<(?:http|!|@)/);
    expect(mailText(message).subject, text).not.toMatch(/[\r\n]/);
  }
});

verifies("notifications:targets:chat", "a truncated text doesn't end within an escape sequence", () => {
  for (let length = 240; length < 260; length += 1) {
    const title = `${"a".repeat(length)}[[[[[[[[[[\\\\\\\\](x)`;
    const { embeds } = discordBody({ severity: "info", title, text: "", facts: [], link: undefined }) as {
      embeds: { title: string }[];
    };
    const shown = embeds[0]?.title ?? "";
    expect(shown.length).toBeLessThanOrEqual(256);
    expect(shown).not.toMatch(/(?:^|[^\\])(?:\\\\)*\\…$/);
    expect(unescaped(shown)).toEqual([]);
  }
});

verifies(
  "notifications:mail:password-kept",
  "another port, another security mode, and someone else's account need the password too",
  async () => {
    const target = {
      ...{
        type: "email",
        host: "mail.example.com",
        port: 587,
        security: "starttls",
        user: "latchkey",
        password: "canary",
      },
      ...{ from: "latchkey@example.com", to: ["ada@example.com"] },
    };
    const at = "/svc/api/notifications/destinations";
    const changes = [
      { port: 2525 },
      { security: "tls" },
      { user: "eve" },
      { host: "mail.example.org" },
      { port: undefined },
    ];
    for (const change of changes) {
      const { destination } = (await service.admin("POST", at, { label: "Mail", target: { ...target, port: 588 } }))
        .body.response;
      const given = { ...target, port: 588, password: undefined };
      const changed = async (more: object) =>
        (await operator("PATCH", `${at}/${destination.id}`, { target: { ...given, ...more } })).body.response
          .destination.target;
      expect(await changed({ to: ["ben@example.com"] })).toMatchObject({ hasPassword: true });
      expect(await changed(change), JSON.stringify(change)).toMatchObject({ hasPassword: false });
      // After switching back, the password is gone.
      expect(await changed({})).toMatchObject({ hasPassword: false });
    }
  },
);
